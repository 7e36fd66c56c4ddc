/** The values of positions of a game: fetched when its coach or a bot first needs them, and cached. */
import type { PyodideAPI } from 'pyodide'
import { VALUES } from './stored_engine.ts'

/** The part of the file system of the engine that is needed. */
interface Files {
  mkdirTree(folder: string): void
  writeFile(name: string, data: Uint8Array): void
}

/** The files of each game by name, with their paths below the folder of the app. */
type Index = Record<string, Record<string, string>>

export class Values {
  readonly #python: PyodideAPI
  readonly #index: Index
  readonly #home: string
  readonly #here = new Set<string>()

  constructor(python: PyodideAPI, index: Index, home: string) {
    this.#python = python
    this.#index = index
    this.#home = home
  }

  /** Whether the values of a game are loaded. */
  has(game: string): boolean {
    return this.#here.has(game)
  }

  /** Fetch the values into a folder of the engine; false if they are not available. */
  async fetch(game: string, folder: string): Promise<boolean> {
    if (this.has(game)) return true
    try {
      const files = Object.entries(this.#index[game] ?? {})
      const found = await Promise.all(files.map(([, place]) => kept(new URL(place, this.#home).href)))
      const there = this.#python.FS as Files
      there.mkdirTree(folder)
      for (const [at, [name]] of files.entries()) {
        there.writeFile(`${folder}/${name}`, new Uint8Array(found[at] ?? new ArrayBuffer()))
      }
      this.#here.add(game)
      void tidy(
        Object.values(this.#index).flatMap((known) => Object.values(known)),
        this.#home,
      )
      return true
    } catch {
      return false
    }
  }
}

/** A file from the cache, or fetched and cached. */
async function kept(address: string): Promise<ArrayBuffer> {
  const cache = 'caches' in self ? await caches.open(VALUES) : null
  const known = await cache?.match(address)
  if (known) return known.arrayBuffer()
  const fresh = await fetch(address)
  if (!fresh.ok) throw new Error(`${address} is missing`)
  const copy = fresh.clone()
  // Without room for it, it is fetched again next time.
  await cache?.put(address, copy).catch(() => undefined)
  return fresh.arrayBuffer()
}

/** Delete files of older versions. */
async function tidy(places: string[], home: string): Promise<void> {
  if (!('caches' in self)) return
  const wanted = new Set(places.map((place) => new URL(place, home).href))
  const cache = await caches.open(VALUES)
  for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url)
}
