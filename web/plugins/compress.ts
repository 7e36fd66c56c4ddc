import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const WORTH_IT = /\.(?:css|html|js|json|svg|webmanifest)$/
/** What is smaller hardly gets smaller still. */
const SMALLEST = 400

/** Puts a .br and a .gz beside every text file of the build, so that the server need not compress. */
export function compress(): Plugin {
  let out = ''
  return {
    name: 'knobel:compress',
    apply: 'build',
    configResolved(config) {
      out = config.build.outDir
    },
    // After the plugins that still write files.
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const found = await readdir(out, { recursive: true })
        await Promise.all(found.filter((name) => WORTH_IT.test(name)).map((name) => squeeze(join(out, name))))
      },
    },
  }
}

async function squeeze(path: string): Promise<void> {
  const data = await readFile(path)
  if (data.length < SMALLEST) return
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await writeFile(`${path}.br`, await brotli(data, { params: quality }))
  await writeFile(`${path}.gz`, await zip(data, { level: 9 }))
}
