/** Whether this device has tables of its own, beside those of a server, and can stand in for it. */
import { ALONE } from './edition.ts'
import { read, write } from './storage.ts'

const NAME = 'device.tables'

export function keepsTables(): boolean {
  return read(NAME) === true
}

/** Whether a table lives on this device. */
export async function livesHere(table: string): Promise<boolean> {
  return ALONE || (keepsTables() && (await import('~/device/whereabouts.ts')).livesHere(table))
}

export function keepTables(): void {
  if (!keepsTables()) write(NAME, true)
}

/** Whether parts of the app that are loaded late arrive without a network too: a service worker serves this page. */
export function worksOffline(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
}
