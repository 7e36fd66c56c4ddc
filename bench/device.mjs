// Times of bots, hints and a review in the Python of browsers, run by Node: processor time, nothing of a page.
// node bench/device.mjs GAME [SEATS] [OPTION=VALUE ...]
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const { default: typescript } = await import(`${root}web/node_modules/typescript/lib/typescript.js`)
const script = { compilerOptions: { module: 'esnext', target: 'esnext' } }
const written = readFileSync(`${root}web/src/device/kernel.ts`, 'utf8')
const kernel = typescript.transpileModule(written, script).outputText
const { loadPyodide } = await import(`${root}web/node_modules/pyodide/pyodide.mjs`)
const python = await loadPyodide({ indexURL: `${root}web/node_modules/pyodide/` })
python.FS.mkdirTree('/src')
python.FS.mount(python.FS.filesystems.NODEFS, { root: `${root}src` }, '/src')
python.globals.set('kernel', { ...(await import(`data:text/javascript,${encodeURIComponent(kernel)}`)) })
python.globals.set('arguments', process.argv.slice(2))
python.globals.set('processor', () => process.cpuUsage().user / 1e6)
await python.runPythonAsync(readFileSync(`${root}bench/device.py`, 'utf8'))
