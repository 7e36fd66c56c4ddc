/** The stored engine: fetched once, decompressed, and kept only if it is complete. */

/** The names of the caches of the engine, and of the values of positions. */
const CACHE = 'engine'
export const VALUES = 'values'

interface EngineFile {
  at: string
  /** The bytes that are fetched. */
  size: number
  packed: boolean
}

/** The index of an engine: its files, and the paths of the values of each game. */
interface Index {
  files: Record<string, EngineFile>
  values: Record<string, Record<string, string>>
}

/** Called with the bytes fetched so far, and all bytes. */
export type Tell = (done: number, whole: number) => void

const KINDS: Record<string, string> = { mjs: 'text/javascript', wasm: 'application/wasm', json: 'application/json' }

export class Engine {
  /** Files that did not fit into the cache; they last as long as the page. */
  readonly #loose = new Map<string, ArrayBuffer>()

  constructor(
    /** The URL of its index, which is unique. */
    readonly name: string,
    readonly index: Index,
    private readonly home: string,
    private readonly cache: Cache | null,
  ) {}

  /** The URL of a file. */
  at(name: string): string {
    return new URL(this.index.files[name]?.at ?? name, this.home).href
  }

  has(name: string): boolean {
    return name in this.index.files
  }

  /** A file, decompressed. */
  async file(name: string): Promise<Response> {
    const loose = this.#loose.get(name)
    if (loose) return answer(name, loose)
    const found = await this.cache?.match(this.at(name))
    if (!found) throw new Error(`${name} is missing`)
    return found
  }

  /** Fetch missing files; the index is stored only when all files are. */
  async fetch(tell: Tell): Promise<void> {
    const missing: [string, EngineFile][] = []
    for (const [name, file] of Object.entries(this.index.files)) {
      if (!(await this.cache?.match(this.at(name)))) missing.push([name, file])
    }
    const whole = missing.reduce((sum, [, { size }]) => sum + size, 0)
    let done = 0
    const count = (bytes: number) => tell((done += bytes), whole)
    await Promise.all(missing.map(([name, file]) => this.#bring(name, file, count)))
    if (this.#loose.size) return
    await this.cache?.put(this.name, Response.json(this.index)).catch(() => undefined)
    await this.#tidy()
  }

  async #bring(name: string, { packed }: EngineFile, count: (bytes: number) => void): Promise<void> {
    const response = await fetch(this.at(name))
    if (!response.ok || !response.body) throw new Error(`${name} is missing`)
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          count(chunk.length)
          controller.enqueue(chunk)
        },
      }),
    )
    const plain = packed ? counted.pipeThrough(new DecompressionStream('gzip')) : counted
    const data = await new Response(plain).arrayBuffer()
    try {
      if (!this.cache) throw new Error('nothing can be kept here')
      await this.cache.put(this.at(name), answer(name, data))
    } catch {
      this.#loose.set(name, data)
    }
  }

  /** Delete files of older engines. */
  async #tidy(): Promise<void> {
    const own = new Set([this.name, ...Object.keys(this.index.files).map((name) => this.at(name))])
    for (const { url } of (await this.cache?.keys()) ?? []) {
      if (!own.has(url) && !url.startsWith(`${this.name}?`)) await this.cache?.delete(url)
    }
  }
}

function answer(name: string, data: ArrayBuffer): Response {
  const kind = KINDS[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  return new Response(data, { headers: { 'Content-Type': kind, 'Content-Length': String(data.byteLength) } })
}

/** The engine at this URL, fetched if necessary; if that fails, a stored one of another version. */
export function obtained(address: string, home: string, tell: Tell): Promise<Engine> {
  return oneAtATime(async () => {
    const cache = await engineCache()
    const known = await cache?.match(address)
    if (known) return new Engine(address, (await known.json()) as Index, home, cache)
    try {
      const index = await fetch(address)
      if (!index.ok) throw new Error(`${address} is missing`)
      const engine = new Engine(address, (await index.json()) as Index, home, cache)
      await engine.fetch(tell)
      return engine
    } catch (error) {
      const before = await anyStoredEngine(home, cache)
      if (before) return before
      throw error
    }
  })
}

/** A complete stored engine, of any version. */
async function anyStoredEngine(home: string, cache: Cache | null): Promise<Engine | null> {
  const found = (await cache?.keys())?.findLast(({ url }) => url.endsWith('.json') && !url.includes('-lock'))
  const index = found && (await cache?.match(found))
  return index ? new Engine(found.url, (await index.json()) as Index, home, cache) : null
}

/** Whether games can be played offline here. */
export async function engineIsStored(): Promise<boolean> {
  return (await anyStoredEngine('', await engineCache())) !== null
}

/** The bytes stored for playing offline, without games; 0 if that is not possible. */
export async function storedSize(): Promise<number> {
  if (!(await engineIsStored())) return 0
  let size = 0
  for (const name of [CACHE, VALUES]) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) size += (await (await cache.match(request))?.blob())?.size ?? 0
  }
  return size
}

/** The bytes that would be fetched; null if it is not known. */
export async function sizeToFetch(address: string): Promise<number | null> {
  try {
    const { files } = (await (await fetch(address)).json()) as Index
    return Object.values(files).reduce((sum, { size }) => sum + size, 0)
  } catch {
    return null
  }
}

/** Delete the engine and all values. Games are stored elsewhere, and stay. */
export async function remove(): Promise<void> {
  await Promise.all([CACHE, VALUES].map((name) => caches.delete(name)))
}

/** The cache of the engine; null on plain HTTP, where browsers have none. */
export async function engineCache(): Promise<Cache | null> {
  try {
    return await caches.open(CACHE)
  } catch {
    return null
  }
}

/** Take a lock, so that two windows fetch nothing twice. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('knobel-engine', work) : work()
}
