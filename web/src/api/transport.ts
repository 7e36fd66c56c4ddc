/**
 * How the app reaches its tables: a server over HTTP, or the engine of this device. Both answer the same requests with the same
 * JSON; nothing above this file knows which of them it is.
 *
 * Where files alone are served, the device has everything. In the served app it has the tables that were opened while the
 * server was out of reach; nothing of it is loaded before there is such a table, or before the server is missed.
 */
import { ALONE, ENGINE } from '~/app/edition.ts'
import { keepsTables, livesHere, worksOffline } from '~/app/keeps_tables.ts'
import { isKept } from '~/app/offline.svelte.ts'
import { renewConnections } from './connections.ts'
import type { Told } from './stream_hub.ts'
import { openStream as openServerStream, type Stream } from './streams.ts'

/** Send a request of the API; fails if nobody could be reached. */
export async function ask(path: string, wish: RequestInit): Promise<Response> {
  if (ALONE) return (await import('~/device/device.ts')).askDevice(path, wish)
  const offline = ENGINE !== null && worksOffline()
  const either = keepsTables() || (offline && isKept()) ? await loaded() : null
  if (either) return either.askEither(path, wish)
  try {
    return await fetch(`/api${path}`, wish)
  } catch (error) {
    const instead = offline ? await loaded() : null
    if (!instead) throw error
    return instead.askInstead(path, wish, error)
  }
}

/** What asks a device instead; null if it cannot be loaded: a browser never tries that again, so the server is asked. */
function loaded(): Promise<typeof import('~/device/either.ts') | null> {
  return import('~/device/either.ts').catch(() => null)
}

/** Follow what happens at a table after the event of this number. */
export function openStream(table: string, after: number, hear: (told: Told) => void): Stream {
  if (!ALONE && !keepsTables()) return openServerStream(table, after, hear)
  return new LaterStream(async () => {
    const { deviceStream } = await import('~/device/either.ts')
    return (await livesHere(table)) ? deviceStream(table, after, hear) : openServerStream(table, after, hear)
  })
}

/** Whether somebody answers; connections that died without a word are closed by it. */
export function reach(): Promise<boolean> {
  return ALONE ? Promise.resolve(true) : renewConnections()
}

/** A stream of which it must first be found out where it comes from. */
class LaterStream implements Stream {
  #stream: Stream | null = null
  #closed = false

  constructor(found: () => Promise<Stream>) {
    void found().then((stream) => {
      if (this.#closed) stream.close()
      else this.#stream = stream
    })
  }

  doubt(): void {
    this.#stream?.doubt()
  }

  close(): void {
    this.#closed = true
    this.#stream?.close()
  }
}
