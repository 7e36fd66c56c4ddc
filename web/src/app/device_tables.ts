/** Whether this device has tables of its own, beside those of a server. */
import { IS_STATIC } from './edition.ts'
import { read, write } from './storage.ts'

const NAME = 'device.tables'

export function hasDeviceTables(): boolean {
  return read(NAME) === true
}

/** Whether a table is stored on this device. */
export async function isOnDevice(table: string): Promise<boolean> {
  return IS_STATIC || (hasDeviceTables() && (await import('~/device/table_locations.ts')).isOnDevice(table))
}

export function noteDeviceTables(): void {
  if (!hasDeviceTables()) write(NAME, true)
}

/** Whether lazily loaded chunks are available offline: a service worker serves this page. */
export function worksOffline(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
}
