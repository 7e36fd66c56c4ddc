/** Opening a table and sitting down at it. */
import { api } from '~/api/client.ts'
import { newKey } from '~/api/key.ts'
import type { SeatWish, TableWish } from '~/api/types.ts'

export type Company = 'bots' | 'link' | 'pass' | 'solo'

/** A table as it is put together on the page. */
export interface Plan {
  company: Company
  /** How many play, people and bots together. */
  players: number
  level: string
  /** Who plays when one phone is passed round. */
  names: string[]
  dice: TableWish['dice']
  undo: TableWish['undo']
  coach: boolean
  clock: number | null
  options: Record<string, string>
}

/** Who shall sit where. */
export function seatsOf(plan: Plan, me: string, levelName: string): SeatWish[] {
  const here: SeatWish = { kind: 'here', name: me }
  const others = plan.players - 1
  switch (plan.company) {
    case 'solo':
      return [here]
    case 'pass':
      return plan.names.map((name): SeatWish => (name.trim() ? { kind: 'here', name } : { kind: 'here' }))
    case 'link':
      return [here, ...Array.from({ length: others }, (): SeatWish => ({ kind: 'link' }))]
    case 'bots':
      return [here, ...botNames(levelName, others).map((name): SeatWish => ({ kind: 'bot', level: plan.level, name }))]
  }
}

/** The names of bots of one level: with a number where there are several. */
function botNames(name: string, count: number): string[] {
  return count === 1 ? [name] : Array.from({ length: count }, (_, at) => `${name} ${at + 1}`)
}

/** Open a table and sit down. The nonce is drawn after the seal was told, so that nobody can have reckoned with it. */
export async function open(wish: TableWish): Promise<string> {
  const { table, seats } = await api.open({ ...wish, key: newKey() })
  if (seats.length) await api.join(table, { nonce: newKey() })
  return table
}
