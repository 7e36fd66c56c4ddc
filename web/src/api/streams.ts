/** How a tab follows a table: by the one stream that all tabs of a browser share. */
import { Hub, type Port, type Told, type Wish } from './stream_hub.ts'

/** What a tab holds while it follows a table. */
export interface Stream {
  /** The connection broke, so the stream may be dead as well, whatever the browser believes. */
  doubt(): void
  close(): void
}

/** How long the shared worker may take to answer, in milliseconds. */
const PATIENCE = 5000

/** A browser that cannot share one, as some phones, has a stream for each tab that is seen. */
let shares = 'SharedWorker' in globalThis
/** The shared worker did not answer in time when it was last asked. */
let late = false
let own: Hub | null = null

/** Follow what happens at a table after the event of this number. */
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

  /** The worker is there, if late. */
  #goShared(): void {
    clearTimeout(this.#waiting)
    this.#answered = true
    late = false
    this.#alone?.postMessage('close')
    this.#alone?.close()
    this.#alone = null
  }

  /** The worker may never come, as when the connection died over which the browser fetches it: do without, until it does. */
  #giveUp(): void {
    late = true
    this.#goAlone()
  }

  /** Hold a stream in this tab. */
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

/** Two ends within a tab: what goes in at one comes out at the other, in a moment. */
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
      // A tab that dies takes both ends along.
    },
    close() {
      this.onmessage = null
    },
  }
}
