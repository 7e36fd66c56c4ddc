/** Fetching the engine while nobody waits for it. */
import { ALONE, ENGINE } from '~/app/edition.ts'
import { read } from '~/app/storage.ts'

/** Milliseconds that a page is left alone first. */
const REST = 4000
/** Under this name it is remembered that somebody wants no engine here. */
export const UNWANTED = 'engine.unwanted'

/** Bring the engine to this device once the page rests; returns how to stop. */
export function settle(): () => void {
  const timer = setTimeout(() => void bring(), REST)
  return () => clearTimeout(timer)
}

async function bring(): Promise<void> {
  if (!wanted()) return
  // Where nothing serves the app without a network, an engine is of no use then; this may never come.
  await navigator.serviceWorker.ready
  const { fetchEngine, startEngine } = await import('./device.ts')
  // Where no server answers it will be needed soon, and has done its first work then.
  if (ALONE) startEngine()
  else fetchEngine()
}

/** Whether it may be fetched without being asked for: kept it can be, nobody sent it away, and nobody saves data. */
function wanted(): boolean {
  const saving = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData
  const keeps = 'caches' in globalThis && 'serviceWorker' in navigator
  return ENGINE !== null && keeps && !saving && read(UNWANTED) !== true
}
