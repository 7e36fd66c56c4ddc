import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const zip = promisify(gzip)

/** What is imported by its address comes as it is; the rest is packed, for not every host packs. */
const PLAIN = ['pyodide.mjs', 'pyodide.asm.mjs']
const PACKED = ['pyodide.asm.wasm', 'python_stdlib.zip']
/** An index of packages, of which ours needs none. */
const INDEX = 'pyodide-lock.json'
const NOTICE = `pyodide.*: Pyodide, under the Mozilla Public License 2.0; its source is at https://github.com/pyodide/pyodide
python_stdlib.zip: CPython, under the Python Software Foundation License; https://github.com/python/cpython
`

/** Puts the Python of browsers beside the app, each file at an address that changes with it, and a list of them. */
export function engine(): Plugin {
  let out = ''
  return {
    name: 'knobel:engine',
    apply: 'build',
    configResolved(config) {
      out = config.build.outDir
    },
    async closeBundle() {
      const runtime = dirname(createRequire(import.meta.url).resolve('pyodide/package.json'))
      const made: Record<string, { at: string; size: number; packed: boolean }> = {}
      for (const name of [...PLAIN, INDEX, ...PACKED]) {
        const packed = PACKED.includes(name)
        const data = name === INDEX ? await bare(join(runtime, name)) : await readFile(join(runtime, name))
        const written = packed ? await zip(data, { level: 9 }) : data
        const digest = createHash('sha256').update(written).digest('hex').slice(0, 16)
        // Some hosts unpack what is called .gz, and some do not.
        const at = `engine/${digest}/${name}${packed ? '.packed' : ''}`
        await mkdir(join(out, dirname(at)), { recursive: true })
        await writeFile(join(out, at), written)
        made[name] = { at, size: written.length, packed }
      }
      await writeFile(join(out, 'engine/runtime.json'), JSON.stringify(made))
      await writeFile(join(out, 'engine/NOTICE.txt'), NOTICE)
    },
  }
}

async function bare(path: string): Promise<Buffer> {
  const index = JSON.parse(await readFile(path, 'utf8')) as object
  return Buffer.from(JSON.stringify({ ...index, packages: {} }))
}
