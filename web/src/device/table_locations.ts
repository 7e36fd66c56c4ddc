/** The tables that are stored on this device. */
import { IS_STATIC } from '~/app/edition.ts'
import { hasDeviceTables, noteDeviceTables } from '~/app/device_tables.ts'
import { allHeads, has } from './store.ts'

const here = new Set<string>()
let known: Promise<void> | null = null

/** Load the list; afterwards other windows report changes. */
function know(): Promise<void> {
  known ??= hasDeviceTables() ? look() : Promise.resolve()
  return known
}

async function look(): Promise<void> {
  const others = new BroadcastChannel('knobel-tables')
  others.addEventListener('message', ({ data }: MessageEvent<string>) => void heard(data))
  for (const { table } of await allHeads()) here.add(table)
}

/** Handle a change of a table in another window: it may be new, or deleted. */
async function heard(table: string): Promise<void> {
  if (await has(table)) here.add(table)
  else here.delete(table)
}

/** Whether a table is stored on this device. */
export async function isOnDevice(table: string): Promise<boolean> {
  if (IS_STATIC) return true
  await know()
  return here.has(table)
}

/** Add a table that was opened on this device. */
export function addDeviceTable(table: string): void {
  noteDeviceTables()
  here.add(table)
}

/** Remove a table that was moved to the server. */
export function removeDeviceTable(table: string): void {
  here.delete(table)
}
