/** Whether this device has tables of its own, beside those of a server. */
import { ALONE } from './edition.ts'
import { read, write } from './storage.ts'

const NAME = 'device.tables'

export function keepsTables(): boolean {
  return read(NAME) === true
}

/** Whether a table is stored on this device. */
export async function livesHere(table: string): Promise<boolean> {
  return ALONE || (keepsTables() && (await import('~/device/whereabouts.ts')).livesHere(table))
}

export function keepTables(): void {
  if (!keepsTables()) write(NAME, true)
}

/** Whether lazily loaded chunks are available offline: a service worker serves this page. */
export function worksOffline(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
}
