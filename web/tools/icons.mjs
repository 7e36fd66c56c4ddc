/** Draws the icons of the installed app from public/icon.svg: `node tools/icons.mjs`. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { launch } from './browser.mjs'

const PUBLIC = new URL('../public/', import.meta.url)
const TABLE = '#e8e0d0'

const drawn = (await readFile(new URL('icon.svg', PUBLIC))).toString('base64')
const browser = await launch()
for (const size of [192, 512]) {
  // Systems cut maskable icons to their shape; what matters stays within the inner 80 %.
  for (const [name, part, ground] of [
    [`icon-${size}.png`, 1, 'transparent'],
    [`icon-maskable-${size}.png`, 0.7, TABLE],
  ]) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    const style = `margin:0;height:100vh;display:grid;place-items:center;background:${ground}`
    const picture = `<img width="${size * part}" src="data:image/svg+xml;base64,${drawn}">`
    await page.setContent(`<body style="${style}">${picture}`)
    await page.screenshot({ path: fileURLToPath(new URL(name, PUBLIC)), omitBackground: true })
    await page.close()
  }
}
await browser.close()
