/**
 * One event stream for all tabs of a browser, whatever tables they show.
 *
 * Browsers have six connections to a server over HTTP/1.1, and a stream occupies one. So the hub holds one stream,
 * reopens it at the same position whenever tabs need other tables, and forwards to each tab the events of its table.
 * It also detects a dead stream by missing heartbeats, and reopens it.
 */
import { renewConnections } from './connections.ts'
import { delay, pause } from './backoff.ts'
import type { Ping } from './types.ts'

/** One end of the message channel between a tab and the hub. */
export type Port = Pick<MessagePort, 'postMessage' | 'addEventListener' | 'onmessage' | 'close'>

/** A message of a tab: a table to follow and the last known event, a suspicion that the stream is dead, or the end. */
export type Wish = { table: string; after: number } | 'doubt' | 'close'

/** The state of the stream. */
export type State = 'connecting' | 'live' | 'lost'

/**
 * A message to a tab: that the hub exists, the state of the stream, an event, or the number of the last event it
 * missed.
 */
export type Told = { hub: true } | { state: State } | { type: string; data: unknown } | { latest: number }

/** The most tables that one stream of the server follows. */
const MOST = 50
/** The timeout for opening a stream at the first try, in milliseconds. */
const OPENING = 5000
/**
 * Milliseconds without an event after which the stream is taken for dead, until the server tells its heartbeat
 * interval.
 */
const SILENCE = 16_000
/** Milliseconds in which tabs that come or go together cause one new stream. */
const TOGETHER = 40

const TYPES = ['row', 'view', 'change', 'online', 'reset', 'refused']

interface Followed {
  ports: Set<Port>
  /** The last event that was forwarded, or that the first tab knew. */
  after: number
}

export class Hub {
  readonly #tables = new Map<string, Followed>()
  #source: EventSource | null = null
  /** The tables that the stream follows. */
  #streamed = new Set<string>()
  #state: State = 'connecting'
  #silence = SILENCE
  #watch: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  /** Whether a new stream will be opened in a moment. */
  #renewing = false
  #reviving = false

  /** Serve a tab. */
  connect(port: Port): void {
    let table = ''
    const leave = () => this.#leave(table, port)
    // A tab sends a message when it closes, unless it crashes; not every browser fires this event.
    port.addEventListener('close', leave)
    port.onmessage = ({ data }: MessageEvent<Wish>) => {
      if (data === 'doubt') {
        if (this.#tables.has(table)) this.#renew()
      } else if (data === 'close') {
        leave()
        port.close()
      } else {
        table = data.table
        this.#join(data.table, data.after, port)
      }
    }
    tell(port, { hub: true })
  }

  #join(table: string, after: number, port: Port): void {
    const there = this.#tables.get(table)
    if (!there) {
      this.#tables.set(table, { ports: new Set([port]), after })
      // Other tabs already know that the connection is lost.
      if (this.#reviving) tell(port, { state: this.#state })
      this.#regroup()
      return
    }
    there.ports.add(port)
    if (this.#reviving || this.#streamed.has(table)) tell(port, { state: this.#state })
    // Events that were forwarded after this tab fetched its view, but before it joined.
    if (there.after > after) tell(port, { latest: there.after })
  }

  #leave(table: string, port: Port): void {
    const there = this.#tables.get(table)
    if (!there?.ports.delete(port) || there.ports.size) return
    this.#tables.delete(table)
    if (this.#tables.size) this.#regroup()
    else this.#rest()
  }

  /** Open a new stream if tabs follow other tables than the stream. */
  #regroup(): void {
    if (this.#reviving) return
    const wanted = this.#wanted().map(([table]) => table)
    if (wanted.length !== this.#streamed.size || wanted.some((table) => !this.#streamed.has(table))) this.#renew()
  }

  /** Open a new stream in a moment, at the position of the old one by then. */
  #renew(): void {
    if (this.#renewing || this.#reviving) return
    if (!this.#source) {
      this.#open()
      return
    }
    this.#renewing = true
    void pause(TOGETHER).then(() => {
      this.#renewing = false
      if (!this.#reviving && this.#tables.size) this.#open()
    })
  }

  /** The tables to follow; the last ones, if there are too many. */
  #wanted(): [string, Followed][] {
    return [...this.#tables].slice(-MOST)
  }

  #open(): void {
    this.#source?.close()
    const wanted = this.#wanted()
    this.#streamed = new Set(wanted.map(([table]) => table))
    const places = wanted.map(([table, { after }]) => `${table}:${after}`).join()
    const source = new EventSource(`/api/events?view=true&changes=true&tables=${places}`)
    this.#source = source
    // A busy server gets more time with every retry.
    this.#heard(OPENING * Math.min(1 + this.#failures, 4))
    source.onopen = () => {
      this.#heard()
      this.#failures = 0
      this.#be('live')
    }
    source.onerror = () => void this.#revive('lost', false)
    source.addEventListener('bye', () => void this.#revive('connecting', false))
    source.addEventListener('ping', ({ data }: MessageEvent<string>) => {
      // One and a half heartbeat intervals, and a second for slow networks.
      this.#silence = (JSON.parse(data) as Ping).every * 1500 + 1000
      this.#heard()
    })
    for (const type of TYPES) {
      source.addEventListener(type, ({ data }: MessageEvent<string>) => {
        this.#heard()
        const told = JSON.parse(data) as { table: string; data: unknown }
        this.#tell(type, told.table, told.data)
      })
    }
  }

  #tell(type: string, table: string, data: unknown): void {
    const there = this.#tables.get(table)
    if (!there) return
    if (type === 'row' || type === 'reset') there.after = (data as { seq: number }).seq
    for (const port of there.ports) tell(port, { type, data })
    // A tab that wants to follow the table further joins again.
    if (type === 'refused') {
      this.#tables.delete(table)
      this.#streamed.delete(table)
      if (!this.#tables.size) this.#rest()
    }
  }

  /** Restart the watchdog timer: without another event in time, the stream is dead, though not closed. */
  #heard(patience = this.#silence): void {
    clearTimeout(this.#watch)
    this.#watch = setTimeout(() => void this.#revive('lost', true), patience)
  }

  /**
   * Reopen a dead stream, with backoff. If it was not closed, other connections may be dead as well, and are renewed
   * first.
   */
  async #revive(state: State, silently: boolean): Promise<void> {
    this.#end()
    this.#be(state)
    if (this.#reviving) return
    this.#reviving = true
    this.#failures += 1
    if (!silently) await pause(delay(this.#failures))
    while (silently && this.#tables.size && !(await renewConnections())) {
      this.#failures += 1
      await pause(delay(this.#failures))
    }
    this.#reviving = false
    if (this.#tables.size) this.#open()
  }

  /** Close the stream when nobody follows anything; a state of reconnecting is kept for the next tab. */
  #rest(): void {
    this.#end()
    if (!this.#reviving) this.#state = 'connecting'
  }

  #end(): void {
    clearTimeout(this.#watch)
    this.#source?.close()
    this.#source = null
    this.#streamed.clear()
  }

  #be(state: State): void {
    this.#state = state
    for (const [table, { ports }] of this.#tables) {
      // Tables beyond those of the stream get no events.
      const its = state === 'live' && !this.#streamed.has(table) ? 'lost' : state
      for (const port of ports) tell(port, { state: its })
    }
  }
}

function tell(port: Port, told: Told): void {
  port.postMessage(told)
}
