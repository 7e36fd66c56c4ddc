/** Which tables live on this device. */
import { ALONE } from '~/app/edition.ts'
import { keepsTables, keepTables } from '~/app/keeps_tables.ts'
import { allHeads, has } from './store.ts'

const here = new Set<string>()
let known: Promise<void> | null = null

/** Find out which do; other windows tell of theirs from then on. */
function know(): Promise<void> {
  known ??= keepsTables() ? look() : Promise.resolve()
  return known
}

async function look(): Promise<void> {
  const others = new BroadcastChannel('knobel-tables')
  others.addEventListener('message', ({ data }: MessageEvent<string>) => void heard(data))
  for (const { table } of await allHeads()) here.add(table)
}

/** Something has happened at a table: it may be new, or gone. */
async function heard(table: string): Promise<void> {
  if (await has(table)) here.add(table)
  else here.delete(table)
}

/** Whether a table lives on this device. */
export async function livesHere(table: string): Promise<boolean> {
  if (ALONE) return true
  await know()
  return here.has(table)
}

/** A table that was opened here just now. */
export function moveIn(table: string): void {
  keepTables()
  here.add(table)
}

/** A table that lives elsewhere from now on. */
export function moveOut(table: string): void {
  here.delete(table)
}
