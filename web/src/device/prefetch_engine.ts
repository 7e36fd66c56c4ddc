/** Fetches the engine in the background. */
import { IS_STATIC, ENGINE } from '~/app/edition.ts'
import { read } from '~/app/storage.ts'

/** The milliseconds before it starts, so that the page loads first. */
const REST = 4000
/** The name under which it is stored that the engine was removed by the user. */
export const UNWANTED = 'engine.unwanted'

/** Fetch the engine once the page is idle; returns a function that stops it. */
export function prefetchEngine(): () => void {
  const timer = setTimeout(() => void bring(), REST)
  return () => clearTimeout(timer)
}

async function bring(): Promise<void> {
  if (!wanted()) return
  // Without a service worker the app does not work offline, and the engine is useless; this may never resolve.
  await navigator.serviceWorker.ready
  const { fetchEngine, startEngine } = await import('./device.ts')
  // In the static edition it will be needed soon, so it is started, too.
  if (IS_STATIC) startEngine()
  else fetchEngine()
}

/** Whether it may be fetched unasked: it can be stored, was not removed by the user, and data saving is off. */
function wanted(): boolean {
  const saving = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData
  const keeps = 'caches' in globalThis && 'serviceWorker' in navigator
  return ENGINE !== null && keeps && !saving && read(UNWANTED) !== true
}
