/**
 * One stream for all tabs of a browser, whatever tables they show.
 *
 * A browser has six connections to a server that speaks HTTP/1.1, and a stream takes one for ever. So the hub holds one stream,
 * opens it anew where it was whenever tabs want other tables, and passes on to each tab what happens at its table. It also
 * notices when the stream has died, and opens it again.
 */
import { renewConnections } from './connections.ts'
import { delay, pause } from './backoff.ts'
import type { Ping } from './types.ts'

/** One end of what a tab and the hub talk over. */
export type Port = Pick<MessagePort, 'postMessage' | 'addEventListener' | 'onmessage' | 'close'>

/** What a tab wants to follow, and the last event that it knows; or that it doubts that the stream lives. */
export type Wish = { table: string; after: number } | 'doubt' | 'close'

/** How the stream is. */
export type State = 'connecting' | 'live' | 'lost'

/** What a tab is told: that there is a hub, how the stream is, an event, or the number of the last one that it has missed. */
export type Told = { hub: true } | { state: State } | { type: string; data: unknown } | { latest: number }

/** How many tables a stream of the server follows. */
const MOST = 50
/** How long a stream may take to open at the first try, in milliseconds. */
const OPENING = 5000
/** How long a stream may be silent before it is taken for dead, until the server says how often it gives a sign. */
const SILENCE = 16_000
/** Tabs that come or go together cause one new stream. */
const TOGETHER = 40

const TYPES = ['row', 'view', 'change', 'online', 'reset', 'refused']

interface Followed {
  ports: Set<Port>
  /** The last event that was told, or that the first tab knew. */
  after: number
}

export class Hub {
  readonly #tables = new Map<string, Followed>()
  #source: EventSource | null = null
  /** The tables of the stream. */
  #streamed = new Set<string>()
  #state: State = 'connecting'
  #silence = SILENCE
  #watch: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  /** A new stream is on its way, since tabs want it or the old one has died. */
  #renewing = false
  #reviving = false

  /** Serve a tab. */
  connect(port: Port): void {
    let table = ''
    const leave = () => this.#leave(table, port)
    // A tab says so when it goes, unless it dies; not every browser tells of that.
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
      // Others know already that the connection is lost.
      if (this.#reviving) tell(port, { state: this.#state })
      this.#regroup()
      return
    }
    there.ports.add(port)
    if (this.#reviving || this.#streamed.has(table)) tell(port, { state: this.#state })
    // What was told before this tab came, after it had looked.
    if (there.after > after) tell(port, { latest: there.after })
  }

  #leave(table: string, port: Port): void {
    const there = this.#tables.get(table)
    if (!there?.ports.delete(port) || there.ports.size) return
    this.#tables.delete(table)
    if (this.#tables.size) this.#regroup()
    else this.#rest()
  }

  /** Tabs want other tables than the stream has. */
  #regroup(): void {
    if (this.#reviving) return
    const wanted = this.#wanted().map(([table]) => table)
    if (wanted.length !== this.#streamed.size || wanted.some((table) => !this.#streamed.has(table))) this.#renew()
  }

  /** Open a new stream in a moment, where the old one is then. */
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

  /** The tables that came last, if there are more than a stream follows. */
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
    // A server that has much to do gets more time when it is asked again.
    this.#heard(OPENING * Math.min(1 + this.#failures, 4))
    source.onopen = () => {
      this.#heard()
      this.#failures = 0
      this.#be('live')
    }
    source.onerror = () => void this.#revive('lost', false)
    source.addEventListener('bye', () => void this.#revive('connecting', false))
    source.addEventListener('ping', ({ data }: MessageEvent<string>) => {
      // Half as long again as the server says, and a second for slow networks.
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
    // Whoever wants to follow it further comes again.
    if (type === 'refused') {
      this.#tables.delete(table)
      this.#streamed.delete(table)
      if (!this.#tables.size) this.#rest()
    }
  }

  /** The stream gave a sign. If it gives no other in time, it is dead, though nobody has closed it. */
  #heard(patience = this.#silence): void {
    clearTimeout(this.#watch)
    this.#watch = setTimeout(() => void this.#revive('lost', true), patience)
  }

  /** The stream is dead. If nobody said so, other connections may have died with it, and are not tried one by one. */
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

  /** Nobody follows anything. Whoever comes while the server is missed is told so all the same. */
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
      // Tables beyond those of the stream are not live.
      const its = state === 'live' && !this.#streamed.has(table) ? 'lost' : state
      for (const port of ports) tell(port, { state: its })
    }
  }
}

function tell(port: Port, told: Told): void {
  port.postMessage(told)
}
