/** Starting the Python of an engine: from its kept memory, or from the beginning. */
import type { loadPyodide, PyodideAPI } from 'pyodide'
import type { PyProxy } from 'pyodide/ffi'
import type { Engine } from './kept_engine.ts'
import { type Bytes, forgetMemory, remember, remembered } from './memory.ts'

type Config = NonNullable<Parameters<typeof loadPyodide>[0]>

/** What of Pyodide is private: it may change with any version, and its own build number guards it. */
interface Private {
  _makeSnapshot?: boolean
  _loadSnapshot?: Bytes
}

interface Remembering extends PyodideAPI {
  makeMemorySnapshot(): Bytes
}

interface Startup extends PyProxy {
  prepare(): void
  wake(archive: string, folder: string): void
}

const FOLDER = '/lib/knobel'
const ARCHIVE = '/lib/knobel.zip'

/** Python with all of ours in it. */
export async function started(engine: Engine): Promise<PyodideAPI> {
  const memory = await remembered(engine)
  if (memory) {
    try {
      return await woken(engine, memory)
    } catch {
      await forgetMemory()
    }
  }
  return fresh(engine)
}

/** From memory: what is random begins anew, and files that are read later, which are no part of it, are laid out again. */
async function woken(engine: Engine, memory: () => Promise<Bytes>): Promise<PyodideAPI> {
  const [python, archive] = await Promise.all([load(engine, memory), ours(engine)])
  const files = python.FS as { writeFile(name: string, data: Uint8Array): void }
  files.writeFile(ARCHIVE, new Uint8Array(archive))
  startup(python).wake(ARCHIVE, FOLDER)
  return python
}

/** From the beginning; then the next start is quicker. */
async function fresh(engine: Engine): Promise<PyodideAPI> {
  const python = (await load(engine)) as Remembering
  python.unpackArchive(await ours(engine), 'zip', { extractDir: FOLDER })
  python.runPython(`import sys; sys.path.insert(0, "${FOLDER}")`)
  startup(python).prepare()
  try {
    void remember(engine, python.makeMemorySnapshot())
  } catch {
    // Then the next start takes as long as this one.
  }
  return python
}

async function ours(engine: Engine): Promise<ArrayBuffer> {
  return (await engine.file('knobel.zip')).arrayBuffer()
}

function startup(python: PyodideAPI): Startup {
  return python.pyimport('knobel.device.startup') as Startup
}

/** What of the engine's own module is needed: its memory, and a way to ask for more of it. */
interface Roomy {
  HEAP8: Int8Array
  _malloc(size: number): number
}

/** See to it that so much memory finds room: Pyodide wishes for it, but a module begins with what it was built with. */
function roomy<Module>(module: Module, size: number): Module {
  const it = module as Module & Roomy
  if (size > it.HEAP8.length) it._malloc(size)
  return module
}

/** The smallest module there is. */
const NOTHING = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)

/** Load Pyodide with the files that are kept, and with memory if there is any, which is read meanwhile. */
async function load(engine: Engine, memory?: () => Promise<Bytes>): Promise<PyodideAPI> {
  // Where a host forbids WebAssembly this fails; Pyodide would wait for ever.
  new WebAssembly.Module(NOTHING)
  const part = (name: string) => import(/* @vite-ignore */ engine.at(name)) as Promise<unknown>
  const [outer, inner, kept] = (await Promise.all([part('pyodide.mjs'), part('pyodide.asm.mjs'), memory?.()])) as [
    { loadPyodide: typeof loadPyodide },
    { default: NonNullable<Config['createPyodideModule']> },
    Bytes | undefined,
  ]
  const lockFileContents = (await (await engine.file('pyodide-lock.json')).json()) as NonNullable<
    Config['lockFileContents']
  >
  const asked = globalThis.fetch
  // It fetches its files by their names from one folder; here they are kept, each at an address of its own.
  globalThis.fetch = (wish, options) => {
    const name = wish instanceof Request ? wish.url : String(wish)
    const file = name.split('/').at(-1) ?? ''
    return engine.has(file) ? engine.file(file) : asked(wish, options)
  }
  try {
    const how: Private = kept ? { _loadSnapshot: kept } : { _makeSnapshot: true }
    const createPyodideModule: typeof inner.default = async (settings) =>
      roomy(await inner.default(settings), kept?.length ?? 0)
    return await outer.loadPyodide({ indexURL: engine.at(''), lockFileContents, createPyodideModule, ...how })
  } finally {
    globalThis.fetch = asked
  }
}
