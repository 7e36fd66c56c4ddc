/** Starts the Python of an engine: from a memory snapshot, or from scratch. */
import type { loadPyodide, PyodideAPI } from 'pyodide'
import type { PyProxy } from 'pyodide/ffi'
import type { Engine } from './stored_engine.ts'
import { type Bytes, forgetMemory, remember, remembered } from './memory.ts'

type Config = NonNullable<Parameters<typeof loadPyodide>[0]>

/** Private options of Pyodide, which may change with any version; snapshots are bound to its build. */
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

/** Start Python with our modules loaded. */
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

/** Start from a snapshot: reseed the random generator, and extract data files, which are not part of it. */
async function woken(engine: Engine, memory: () => Promise<Bytes>): Promise<PyodideAPI> {
  const [python, archive] = await Promise.all([load(engine, memory), ours(engine)])
  const files = python.FS as { writeFile(name: string, data: Uint8Array): void }
  files.writeFile(ARCHIVE, new Uint8Array(archive))
  startup(python).wake(ARCHIVE, FOLDER)
  return python
}

/** Start from scratch, and store a snapshot for the next start. */
async function fresh(engine: Engine): Promise<PyodideAPI> {
  const python = (await load(engine)) as Remembering
  python.unpackArchive(await ours(engine), 'zip', { extractDir: FOLDER })
  python.runPython(`import sys; sys.path.insert(0, "${FOLDER}")`)
  startup(python).prepare()
  try {
    void remember(engine, python.makeMemorySnapshot())
  } catch {
    // Without a snapshot the next start takes as long as this one.
  }
  return python
}

async function ours(engine: Engine): Promise<ArrayBuffer> {
  return (await engine.file('knobel.zip')).arrayBuffer()
}

function startup(python: PyodideAPI): Startup {
  return python.pyimport('knobel.browser.startup') as Startup
}

/** The parts of the WebAssembly module that are needed: its memory, and `malloc`. */
interface Roomy {
  HEAP8: Int8Array
  _malloc(size: number): number
}

/** Grow the memory for a snapshot: a module starts with the size it was built with. */
function roomy<Module>(module: Module, size: number): Module {
  const it = module as Module & Roomy
  if (size > it.HEAP8.length) it._malloc(size)
  return module
}

/** The smallest WebAssembly module. */
const NOTHING = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)

/** Load Pyodide from the stored files, with a snapshot if there is one, which is read in parallel. */
async function load(engine: Engine, memory?: () => Promise<Bytes>): Promise<PyodideAPI> {
  // This fails where a host forbids WebAssembly; Pyodide would wait for ever.
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
  // Pyodide fetches its files by name from one folder; here they are cached, each at its own URL.
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
