/** Moves games that were played on this device to a server. */
import { Refused, Unreachable } from '~/api/client.ts'
import type { MyTable } from '~/api/types.ts'
import { askDevice } from './device.ts'
import { allHeads, remove } from './store.ts'
import { removeDeviceTable } from './table_locations.ts'

/** Other windows of this browser and their engines, which may have the table in memory. */
const others = new BroadcastChannel('knobel-tables')

/** Move all games that are over to the server; their number. */
export async function uploadGames(): Promise<number> {
  let handed = 0
  for (const { table, seq, summary } of await allHeads()) {
    const { over, mine } = summary as MyTable
    if (!over) continue
    const record = await (await askDevice(`/tables/${table}/record`, {})).text()
    await give({ record, mine, key: `device-${table}` })
    if (await remove(table, seq)) {
      removeDeviceTable(table)
      others.postMessage(table)
      handed += 1
    }
  }
  return handed
}

/** Import a record on the server; the idempotency key prevents duplicates. */
async function give(game: { record: string; mine: number[]; key: string }): Promise<void> {
  const wish = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(game) }
  const answer = await fetch('/api/import', wish).catch((cause: unknown) => {
    throw new Unreachable('the server cannot be reached', { cause })
  })
  if (answer.ok) return
  const told = (await answer.json().catch(() => null)) as { error?: { code: string; message: string } } | null
  throw new Refused(answer.status, told?.error?.code ?? 'unknown', told?.error?.message ?? answer.statusText)
}
