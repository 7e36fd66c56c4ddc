/** Streams of events: one for all tabs of a browser that show the same table, and none that a tab does not need. */
import type { Told, Wish } from './stream_worker.ts'

/** What the app uses of an EventSource. */
export interface Stream {
  readonly readyState: number
  onopen: ((event: Event) => void) | null
  onerror: ((event: Event) => void) | null
  addEventListener(type: string, listener: Listener): void
  close(): void
}

type Listener = (event: MessageEvent<string>) => void

/** A browser that cannot share one, as some phones, has a stream for each tab that is seen. */
let shares = 'SharedWorker' in globalThis

/** Follow what an address tells after the event of this number, by a stream that was not silent for so long, in milliseconds. */
export function openStream(address: (after: number) => string, after: number, silence: number): Stream {
  if (shares) {
    try {
      return new SharedStream({ follow: address(0), address: address(after), after, silence })
    } catch {
      shares = false
    }
  }
  return new EventSource(address(after))
}

/** A stream that a worker holds for all tabs. */
class SharedStream implements Stream {
  readyState: number = EventSource.CONNECTING
  onopen: ((event: Event) => void) | null = null
  onerror: ((event: Event) => void) | null = null
  readonly #port: MessagePort
  readonly #listeners: [type: string, listener: Listener][] = []

  constructor(wish: Wish) {
    const worker = new SharedWorker(new URL('./stream_worker.ts', import.meta.url), {
      type: 'module',
      name: 'knobel-streams',
    })
    worker.onerror = () => {
      shares = false
      this.#tell({ state: EventSource.CLOSED })
    }
    this.#port = worker.port
    this.#port.onmessage = ({ data }: MessageEvent<Told>) => this.#tell(data)
    this.#port.postMessage(wish)
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.push([type, listener])
  }

  close(): void {
    this.readyState = EventSource.CLOSED
    this.#port.postMessage('close')
    this.#port.close()
  }

  #tell(told: Told): void {
    if (this.readyState === EventSource.CLOSED) return
    if ('type' in told) {
      const event = new MessageEvent(told.type, { data: told.data })
      for (const [type, listener] of this.#listeners) if (type === told.type) listener(event)
      return
    }
    this.readyState = told.state
    if (told.state === EventSource.OPEN) this.onopen?.(new Event('open'))
    else this.onerror?.(new Event('error'))
  }
}
