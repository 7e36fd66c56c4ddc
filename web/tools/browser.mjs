/** A browser from the registry, so that no system package is needed. */
import chromium from '@sparticuz/chromium'
import { chromium as playwright } from 'playwright-core'

// Its own flags put everything into one process, which ends with the first page that is closed.
const FLAGS = ['--no-sandbox', '--no-zygote', '--font-render-hinting=none', '--disable-gpu']

export async function launch() {
  return playwright.launch({ args: FLAGS, executablePath: await chromium.executablePath(), headless: true })
}
