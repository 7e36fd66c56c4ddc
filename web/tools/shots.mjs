/**
 * Screenshots of the app: every route at three widths, in light and dark, in German and English.
 *
 *   node tools/shots.mjs --out DIR [--base http://127.0.0.1:8000] [--only 360-dark-de] ROUTE…
 *
 * A route is an address (`/settings`) or `play:GAME[:TAPS]`, which opens a table against a bot, throws, then taps
 * that many times more on the big button. Complaints of the browser, such as blocked styles, make the run fail.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { launch } from './browser.mjs'

const SIZES = [
  { width: 360, height: 640 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    base: { type: 'string', default: 'http://127.0.0.1:8000' },
    only: { type: 'string', default: '' },
  },
})
if (!values.out || !positionals.length) throw new Error('say where to: node tools/shots.mjs --out DIR ROUTE…')

await mkdir(values.out, { recursive: true })
const browser = await launch()
const complaints = []

for (const viewport of SIZES) {
  for (const colorScheme of ['light', 'dark']) {
    for (const language of ['de', 'en']) {
      const look = `${viewport.width}-${colorScheme}-${language}`
      if (look.includes(values.only)) await shoot(look, viewport, colorScheme, language)
    }
  }
}

await browser.close()
for (const complaint of new Set(complaints)) console.error(complaint)
process.exitCode = complaints.length ? 1 : 0

async function shoot(look, viewport, colorScheme, language) {
  const phone = viewport.width < 600
  const context = await browser.newContext({
    viewport,
    colorScheme,
    locale: language,
    baseURL: values.base,
    reducedMotion: 'reduce',
    deviceScaleFactor: phone ? 2 : 1,
    hasTouch: phone,
  })
  const page = await context.newPage()
  page.on('console', (message) => {
    // Whoever has never played has no key yet, and no games to list.
    const stranger = message.location().url.includes('/api/me/tables')
    if (message.type() === 'error' && !stranger) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  for (const route of positionals) {
    await visit(page, route)
    await page.evaluate(() => document.fonts.ready)
    const name = route.replaceAll(/[^\w-]+/g, '_').replace(/^_$/, 'home')
    await page.screenshot({ path: join(values.out, `${name}-${look}.png`) })
  }
  await context.close()
}

async function visit(page, route) {
  const [, game, taps] = /^play:(\w+)(?::(\d+))?$/.exec(route) ?? []
  if (!game) {
    await page.goto(route, { waitUntil: 'networkidle' })
    return
  }
  await page.goto('/')
  const table = await page.evaluate(open, game)
  await page.goto(`/t/${table}`)
  for (let tap = 0; tap <= Number(taps ?? 0); tap++) {
    // Some games ask for a choice on the board first; then that is the picture.
    const button = page.locator('.dock .button:enabled')
    if (
      await button.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      )
    )
      await button.click()
    await page.waitForTimeout(150)
  }
  await page.waitForTimeout(300)
}

/** Runs in the page. */
async function open(game) {
  const post = async (path, body) => {
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
    return await response.json()
  }
  const seats = [
    { kind: 'here', name: 'Anna' },
    { kind: 'bot', level: 'cat', name: 'Bert' },
  ]
  const wish = { game, options: {}, seats, dice: 'checked', undo: 'free', coach: true, clock: null }
  const { table } = await post('/api/tables', wish)
  await post(`/api/tables/${table}/join`, {})
  return table
}
