/** Following a table in a tab: through the one stream that all tabs of a browser share. */
import { Hub, type Port, type Told, type Wish } from './stream_hub.ts'

/** The handle of a tab that follows a table. */
export interface Stream {
  /** Report that a connection broke, so that the stream may be dead as well. */
  doubt(): void
  close(): void
}

/** The timeout of the shared worker, in milliseconds. */
const PATIENCE = 5000

/** Whether shared workers are supported; otherwise every visible tab has its own stream, as on some phones. */
let shares = 'SharedWorker' in globalThis
/** Whether the shared worker timed out the last time. */
let late = false
let own: Hub | null = null

/** Follow the events of a table after this number. */
export function openStream(table: string, after: number, hear: (told: Told) => void): Stream {
  return new TabStream({ table, after }, hear)
}

class TabStream implements Stream {
  #shared: Port | null = null
  #alone: Port | null = null
  #answered = false
  #waiting: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly wish: Wish,
    private readonly hear: (told: Told) => void,
  ) {
    if (shares) this.#share()
    if (!shares || late) this.#goAlone()
    else this.#waiting = setTimeout(() => this.#giveUp(), PATIENCE)
  }

  doubt(): void {
    this.#post('doubt')
  }

  close(): void {
    clearTimeout(this.#waiting)
    this.#post('close')
    for (const port of [this.#shared, this.#alone]) port?.close()
    this.#shared = this.#alone = null
  }

  #post(wish: Wish): void {
    this.#shared?.postMessage(wish)
    this.#alone?.postMessage(wish)
  }

  #share(): void {
    try {
      const worker = new SharedWorker(new URL('./stream_worker.ts', import.meta.url), {
        type: 'module',
        name: 'knobel-streams',
      })
      worker.onerror = () => {
        shares = false
        this.#shared = null
        this.#goAlone()
      }
      this.#shared = worker.port
    } catch {
      shares = false
      return
    }
    this.#shared.onmessage = ({ data }: MessageEvent<Told>) => {
      if ('hub' in data) this.#goShared()
      else this.hear(data)
    }
    this.#shared.postMessage(this.wish)
  }

  /** Switch to the shared worker, which has answered. */
  #goShared(): void {
    clearTimeout(this.#waiting)
    this.#answered = true
    late = false
    this.#alone?.postMessage('close')
    this.#alone?.close()
    this.#alone = null
  }

  /** Fall back to a stream of this tab after a timeout of the shared worker, until that answers. */
  #giveUp(): void {
    late = true
    this.#goAlone()
  }

  /** Open a stream in this tab. */
  #goAlone(): void {
    clearTimeout(this.#waiting)
    if (this.#alone || this.#answered) return
    own ??= new Hub()
    const [here, there] = wire()
    this.#alone = here
    here.onmessage = ({ data }: MessageEvent<Told>) => {
      if (!('hub' in data)) this.hear(data)
    }
    own.connect(there)
    here.postMessage(this.wish)
  }
}

/** Two connected ports within a tab: a message to one arrives at the other asynchronously. */
function wire(): [Port, Port] {
  const ends: [Port, Port] = [end(() => ends[1]), end(() => ends[0])]
  return ends
}

function end(other: () => Port): Port {
  return {
    onmessage: null,
    postMessage(data: unknown) {
      queueMicrotask(() => void other().onmessage?.call(other() as MessagePort, new MessageEvent('message', { data })))
    },
    addEventListener() {
      // Both ends are in the same tab, so neither outlives the other.
    },
    close() {
      this.onmessage = null
    },
  }
}
