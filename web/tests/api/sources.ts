/** A server's streams as the hub sees them. */
import { vi } from 'vitest'

type Listener = (event: { data: string }) => void

export class Source {
  static all: Source[] = []
  closed = false
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  #listeners: [string, Listener][] = []

  constructor(readonly address: string) {
    Source.all.push(this)
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.push([type, listener])
  }

  close(): void {
    this.closed = true
  }

  open(): void {
    this.onopen?.()
  }

  send(type: string, data: unknown): void {
    if (this.closed) return
    for (const [wanted, listener] of this.#listeners) if (wanted === type) listener({ data: JSON.stringify(data) })
  }

  /** An event with this number at a table. */
  row(table: string, seq: number): void {
    this.send('row', { table, data: { seq } })
  }
}

/** The streams that are not closed, by what they follow. */
export const living = () => Source.all.filter(({ closed }) => !closed).map(({ address }) => followed(address))

/** The stream that was asked for last. */
export function last(): Source {
  const source = Source.all.at(-1)
  if (!source) throw new Error('no stream was asked for')
  return source
}

export const followed = (address: string) => address.split('tables=')[1]

/** No stream was asked for yet, and whoever asks for one gets one of these. */
export function fakeSources(): void {
  Source.all = []
  vi.stubGlobal('EventSource', Source)
}
