/**
 * The transport of API requests: to a server over HTTP, or to the engine of this device. Both answer the same
 * requests with the same JSON; nothing above this file knows which of them it is.
 *
 * In the static edition, the device answers everything. In the served app it has the tables that were opened while
 * the server was unreachable; its code is not loaded before there is such a table, or before the server is
 * unreachable.
 */
import { IS_STATIC, ENGINE } from '~/app/edition.ts'
import { hasDeviceTables, isOnDevice, worksOffline } from '~/app/device_tables.ts'
import { answersFromCache } from '~/app/offline.svelte.ts'
import { renewConnections } from './connections.ts'
import type { Told } from './stream_hub.ts'
import { openStream as openServerStream, type Stream } from './streams.ts'

/** Send an API request; fails if neither server nor device can answer. */
export async function ask(path: string, wish: RequestInit): Promise<Response> {
  if (IS_STATIC) return (await import('~/device/device.ts')).askDevice(path, wish)
  const offline = ENGINE !== null && worksOffline()
  const both = hasDeviceTables() || (offline && answersFromCache()) ? await loaded() : null
  if (both) return both.askServerOrDevice(path, wish)
  try {
    return await fetch(`/api${path}`, wish)
  } catch (error) {
    const instead = offline ? await loaded() : null
    if (!instead) throw error
    return instead.askDeviceInstead(path, wish, error)
  }
}

/** The module that asks the device; null if it cannot be loaded, which browsers do not retry. */
function loaded(): Promise<typeof import('~/device/server_or_device.ts') | null> {
  return import('~/device/server_or_device.ts').catch(() => null)
}

/** Follow the events of a table after this number. */
export function openStream(table: string, after: number, hear: (told: Told) => void): Stream {
  if (!IS_STATIC && !hasDeviceTables()) return openServerStream(table, after, hear)
  return new LaterStream(async () => {
    const { deviceStream } = await import('~/device/server_or_device.ts')
    return (await isOnDevice(table)) ? deviceStream(table, after, hear) : openServerStream(table, after, hear)
  })
}

/** Whether the server answers; dead connections are closed by it. */
export function reach(): Promise<boolean> {
  return IS_STATIC ? Promise.resolve(true) : renewConnections()
}

/** A stream whose origin, server or device, has to be found out first. */
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
