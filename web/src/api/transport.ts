/**
 * How the app reaches its tables: a server over HTTP, or the engine of this device. Both answer the same requests with the same
 * JSON; nothing above this file knows which of them it is.
 */
import { ENGINE } from '~/app/edition.ts'
import { renewConnections } from './connections.ts'
import type { Told } from './stream_hub.ts'
import { openStream as openServerStream, type Stream } from './streams.ts'

/** Send a request of the API; fails if nobody could be reached. */
export async function ask(path: string, wish: RequestInit): Promise<Response> {
  if (ENGINE === null) return fetch(`/api${path}`, wish)
  const { askDevice } = await import('~/device/device.ts')
  return askDevice(path, wish)
}

/** Follow what happens at a table after the event of this number. */
export function openStream(table: string, after: number, hear: (told: Told) => void): Stream {
  return ENGINE === null ? openServerStream(table, after, hear) : new DeviceStream(table, after, hear)
}

/** Whether somebody answers; connections that died without a word are closed by it. */
export function reach(): Promise<boolean> {
  return ENGINE === null ? renewConnections() : Promise.resolve(true)
}

/** A stream of the engine, which is fetched for the first that is opened. */
class DeviceStream implements Stream {
  #leave: (() => void) | null = null
  #closed = false

  constructor(table: string, after: number, hear: (told: Told) => void) {
    void import('~/device/device.ts').then(({ follow }) => {
      if (!this.#closed) this.#leave = follow(table, after, hear)
    })
  }

  /** Nothing lies between a page and its own device. */
  doubt(): void {
    return undefined
  }

  close(): void {
    this.#closed = true
    this.#leave?.()
  }
}
