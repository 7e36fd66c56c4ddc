import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Fonts and pictures are named in styles, so the folder is read rather than the list of parts. */
const SHELL = /\.(?:css|js|svg|png|webmanifest|woff2)$/
/** Pictures for messengers, and what is fetched only where it is needed. */
const LEFT_OUT = /^(?:previews|engine)\//

/** Writes the service worker beside the app, with the list of all its files and a name for exactly these. */
export function worker(source: string): Plugin {
  let out = ''
  return {
    name: 'knobel:worker',
    apply: 'build',
    configResolved(config) {
      out = config.build.outDir
    },
    closeBundle: {
      order: 'pre',
      sequential: true,
      async handler() {
        const all = (await readdir(out, { recursive: true })).map((name) => name.replaceAll('\\', '/'))
        const found = all.filter((name) => SHELL.test(name) && name !== 'sw.js' && !LEFT_OUT.test(name))
        const files = ['', ...found.sort()]
        const digest = createHash('sha256')
        for (const name of ['index.html', ...found]) digest.update(await readFile(join(out, name)))
        const text = (await readFile(source, 'utf8'))
          .replace('@version@', digest.digest('hex').slice(0, 16))
          .replace("'@files@'", JSON.stringify(files))
        await writeFile(join(out, 'sw.js'), text)
      },
    },
  }
}
