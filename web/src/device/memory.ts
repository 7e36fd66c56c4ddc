/**
 * Memory snapshots of a started engine, stored so that the next start is quick. A snapshot fits only this engine and
 * browser.
 */
import { type Engine, engineCache } from './stored_engine.ts'

const BROWSER = 'Knobel-Browser'
/** The header with the positions of the stored parts, and the whole size. */
const PLACES = 'Knobel-Places'

/** The page size in bytes: pages with only zeros are not stored. */
const PAGE = 1 << 16

export type Bytes = Uint8Array<ArrayBuffer>

interface Places {
  whole: number
  /** The start and end of each part. */
  parts: [number, number][]
}

const at = ({ name }: Engine) => `${name}?memory`

/** A function that reads the snapshot of this engine; null if there is none. */
export async function remembered(engine: Engine): Promise<(() => Promise<Bytes>) | null> {
  const found = await (await engineCache())?.match(at(engine))
  const places = found?.headers.get(PLACES)
  if (!found?.body || !places || found.headers.get(BROWSER) !== navigator.userAgent) return null
  return async () => unpack(new Uint8Array(await found.arrayBuffer()), JSON.parse(places) as Places)
}

/** Store a snapshot for the next start; without room for it, the next start is slow, too. */
export async function remember(engine: Engine, memory: Bytes): Promise<void> {
  const parts = used(memory)
  const headers = {
    [BROWSER]: navigator.userAgent,
    [PLACES]: JSON.stringify({ whole: memory.length, parts } satisfies Places),
    'Content-Type': 'application/octet-stream',
  }
  const packed = new Blob(parts.map(([start, end]) => memory.subarray(start, end)))
  await (await engineCache())?.put(at(engine), new Response(packed, { headers })).catch(() => undefined)
}

/** Delete all snapshots, since they may be what breaks the start. */
export async function forgetMemory(): Promise<void> {
  const cache = await engineCache()
  for (const { url } of (await cache?.keys()) ?? []) if (url.endsWith('?memory')) await cache?.delete(url)
}

/** The parts of the memory that are not zero. */
export function used(memory: Bytes): [number, number][] {
  const found: [number, number][] = []
  for (let start = 0; start < memory.length; start += PAGE) {
    const end = Math.min(start + PAGE, memory.length)
    if (memory.subarray(start, end).every((byte) => byte === 0)) continue
    const last = found.at(-1)
    if (last?.[1] === start) last[1] = end
    else found.push([start, end])
  }
  return found
}

/** The whole memory, from its non-zero parts. */
export function unpack(packed: Bytes, { whole, parts }: Places): Bytes {
  const memory = new Uint8Array(whole)
  let done = 0
  for (const [start, end] of parts) {
    memory.set(packed.subarray(done, done + end - start), start)
    done += end - start
  }
  if (done !== packed.length) throw new Error('the kept memory is broken')
  return memory
}
