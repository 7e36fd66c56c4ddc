/** The client of a table: keeps its view up to date, and sends commands exactly once. */
import { api as real, type Api, newKey, passes, Refused, Unreachable } from '~/api/client.ts'
import { changed } from '~/api/changes.ts'
import { delay, pause } from '~/api/backoff.ts'
import type { State, Told } from '~/api/stream_hub.ts'
import type { Stream } from '~/api/streams.ts'
import { openStream } from '~/api/transport.ts'
import type { Change, Online, Row, View } from '~/api/types.ts'
import { answersFromCache } from '~/app/offline.svelte.ts'
import { hearTime } from '~/app/server_time.ts'
import { current } from '~/app/settings.svelte.ts'
import { commit, committed, opened, see, toOpen } from '~/check/pins.ts'

/** The number of tries after which a command is given up. */
const TRIES = 8
/** The milliseconds after which a command counts as slow, and the user is told. */
const SLOW = 3000
/** The milliseconds in which events are batched into one reload. */
const TOGETHER = 25

export class Table {
  view = $state.raw<View | null>(null)
  connection = $state<State>('connecting')
  /** Why the table cannot be shown. */
  error = $state.raw<Refused | null>(null)
  sending = $state(false)
  /** Whether a command in progress takes too long. */
  slow = $state(false)
  /** How often this device has returned to a seat at which a bot had played. */
  returned = $state(0)

  #stream: Stream | null = null
  #looking: Promise<void> | null = null
  /** The number of reloads requested. */
  #wanted = 0
  #due = false
  /** The number of the newest known event. */
  #latest = 0
  #queue: Promise<unknown> = Promise.resolve()
  #failures = 0
  #closed = false
  /** Whether the nonce is being opened. */
  #opening = false
  #returning = false
  #listeners: readonly ((row: Row) => void)[] = []

  constructor(
    readonly id: string,
    private readonly api: Api = real,
    private readonly follow: typeof openStream = openStream,
  ) {}

  /** Load the table and follow it until `close`. */
  async open(): Promise<void> {
    document.addEventListener('visibilitychange', this.#seen)
    addEventListener('online', this.#online)
    await this.look()
    await this.#sitDown()
    await this.#wear()
    if (this.view) this.#listen()
  }

  /** Join the seats that are kept for this key: at a table just opened, or at a rematch. */
  async #sitDown(): Promise<void> {
    const { view } = this
    if (!view?.you.some((seat) => !view.seats[seat]?.taken)) return
    const wish = commit(this.id, view.seal)
    await this.#insist(() => this.api.join(this.id, wish))
    committed(this.id)
    await this.look()
  }

  /** Set the chosen animal of this device; people who share a device have their initials. */
  async #wear(): Promise<void> {
    const { animal } = current()
    const [seat, ...more] = this.view?.you ?? []
    if (!animal || seat === undefined || more.length || this.view?.over || this.view?.seats[seat]?.face === animal)
      return
    await this.api.face(this.id, animal, seat).catch(() => undefined)
    await this.look()
  }

  close(): void {
    this.#closed = true
    document.removeEventListener('visibilitychange', this.#seen)
    removeEventListener('online', this.#online)
    this.#stream?.close()
  }

  /** Listen to all events: emotes, arrivals, entries. Returns a function that stops it. */
  hear(listener: (row: Row) => void): () => void {
    this.#listeners = [...this.#listeners, listener]
    return () => (this.#listeners = this.#listeners.filter((other) => other !== listener))
  }

  /** Reload the view; during a reload, one more follows it. */
  look(): Promise<void> {
    this.#wanted += 1
    this.#looking ??= this.#fetch().finally(() => (this.#looking = null))
    return this.#looking
  }

  /** Send a move for a seat, with retries; an idempotency key prevents duplicates. */
  send(move: string, seat?: number): Promise<void> {
    const mine = this.#queue.then(() => this.#deliver(move, seat))
    this.#queue = mine.catch(() => undefined)
    return mine
  }

  /** Take a newer view; older ones come when responses overtake each other. */
  take(view: View): void {
    if (this.view && view.seq < this.view.seq) return
    see(view)
    hearTime(view.now)
    this.view = view
    void this.#comeBack(view)
  }

  /** Return to a seat at which a bot plays because this device was offline. */
  async #comeBack({ you, seats }: View): Promise<void> {
    const mine = you.filter((seat) => seats[seat]?.left === 'absent')
    if (!mine.length || this.#returning || this.#closed || hidden()) return
    this.#returning = true
    try {
      for (const seat of mine) await this.#insist(() => this.api.back(this.id, seat))
      this.returned += 1
      await this.look()
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Unreachable)) throw error
    } finally {
      this.#returning = false
    }
  }

  /** Take a view; if all have committed, open the nonce of this device first. */
  async #receive(view: View): Promise<void> {
    see(view)
    const nonce = this.#opening ? null : toOpen(view)
    if (nonce !== null) {
      this.#opening = true
      try {
        opened(this.id)
        view = (await this.#insist(() => this.api.openNonce(this.id, nonce))).view ?? view
      } catch (error) {
        // The others may have started without it; the table shows it.
        if (!(error instanceof Refused || error instanceof Unreachable)) throw error
      } finally {
        this.#opening = false
      }
    }
    this.take(view)
  }

  async #deliver(move: string, seat?: number): Promise<void> {
    const command = {
      move,
      seen: this.view?.seq ?? 0,
      key: newKey(),
      view: true,
      pace: current().pace,
      changes: true,
      ...(seat === undefined ? {} : { seat }),
    }
    this.sending = true
    const waiting = setTimeout(() => (this.slow = true), SLOW)
    try {
      const { seq, view, change } = await this.#insist(() => this.api.command(this.id, command))
      const next = view ?? (change && changed(this.view, change))
      if (next) this.take(next)
      else if ((change?.seq ?? seq) > (this.view?.seq ?? 0)) await this.look()
    } catch (error) {
      if (error instanceof Refused && error.code === 'stale') await this.look()
      throw error
    } finally {
      clearTimeout(waiting)
      this.sending = this.slow = false
    }
  }

  /** Send a request with retries until it is answered. */
  async #insist<T>(ask: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        const answer = await ask()
        // If the connection broke, the stream is probably dead as well.
        if (tries > 1 && this.connection === 'lost') this.#stream?.doubt()
        return answer
      } catch (error) {
        if (!passes(error) || tries >= TRIES || this.#closed) throw error
        if (error instanceof Unreachable) {
          this.connection = 'lost'
          // Dead connections are closed, so that the next try uses a live one.
          if (error.hung) await this.api.reach()
        }
        await pause(error instanceof Refused && error.wait ? error.wait * 1000 : delay(tries))
      }
    }
  }

  async #fetch(): Promise<void> {
    let served: number
    do {
      served = this.#wanted
      try {
        await this.#receive(await this.#insist(() => this.api.view(this.id)))
        this.error = null
        // The view is cached: the server does not answer now, even if the stream has not noticed.
        if (answersFromCache() && this.connection === 'connecting') this.connection = 'lost'
      } catch (error) {
        if (!passes(error)) {
          if (!(error instanceof Refused)) throw error
          this.error = error
          return
        }
        this.connection = 'lost'
        // With a view, the stream brings the rest when it is back; without one there is nothing to show.
        if (this.view || this.#closed) return
        await pause(delay(TRIES))
        served = -1
      }
    } while (served !== this.#wanted)
  }

  #listen(): void {
    if (this.#closed || hidden()) return
    this.#stream?.close()
    this.#stream = this.follow(this.id, this.view?.seq ?? 0, (told) => this.#told(told))
  }

  #told(told: Told): void {
    if ('state' in told) {
      this.connection = told.state
      if (told.state === 'live') this.#failures = 0
    } else if ('latest' in told) {
      this.#heardOf(told.latest)
    } else if ('type' in told) {
      this.#happened(told.type, told.data)
    }
  }

  #happened(type: string, data: unknown): void {
    switch (type) {
      case 'row': {
        const row = data as Row
        if (row.seq > this.#latest) for (const listener of this.#listeners) listener(row)
        this.#heardOf(row.seq)
        break
      }
      case 'view':
        void this.#receive(data as View)
        break
      case 'change': {
        const next = changed(this.view, data as Change)
        if (next) void this.#receive(next)
        else if (this.#behind) this.#lookSoon()
        break
      }
      case 'online': {
        const { seats, watchers } = data as Online
        const { view } = this
        if (view) this.view = { ...view, watchers, seats: view.seats.map((seat, at) => ({ ...seat, ...seats[at] })) }
        break
      }
      case 'reset': {
        const view = data as View
        see(view)
        this.view = view
        this.#latest = view.seq
        break
      }
      case 'refused':
        void this.#relisten()
        break
    }
  }

  /** Note that there is an event of this number. */
  #heardOf(seq: number): void {
    this.#latest = Math.max(this.#latest, seq)
    if (this.#behind) this.#lookSoon()
  }

  /** Follow the table again after a refusal: a reload shows the reason, unless it has passed. */
  async #relisten(): Promise<void> {
    this.#stream?.close()
    this.#stream = null
    await this.look()
    if (this.error) return
    this.#failures += 1
    await pause(delay(this.#failures))
    this.#listen()
  }

  get #behind(): boolean {
    return this.#latest > (this.view?.seq ?? 0)
  }

  #lookSoon(): void {
    if (this.#due) return
    this.#due = true
    void pause(TOGETHER).then(() => {
      this.#due = false
      // The response to a command may have contained it meanwhile.
      if (!this.#closed && this.#behind) void this.look()
    })
  }

  /** Stop following while the page is hidden, and reload when it is shown again. */
  #seen = (): void => {
    if (hidden()) {
      this.#stream?.close()
      this.#stream = null
      return
    }
    if (!this.view) return
    void this.look()
    if (!this.#stream) this.#listen()
  }

  #online = (): void => {
    this.#stream?.doubt()
    this.#seen()
  }
}

function hidden(): boolean {
  return document.visibilityState === 'hidden'
}
