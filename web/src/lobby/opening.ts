/** Opening a table and sitting down at it. */
import { api, newKey } from '~/api/client.ts'
import type { JoinWish, SeatWish, TableWish } from '~/api/types.ts'
import { commit, committed } from '~/check/pins.ts'
import { read, write } from '~/app/storage.ts'
import { levelWords, seatWords } from '~/app/words.ts'

export type Company = 'bots' | 'link' | 'pass' | 'solo'

/** A table as it is put together on the page. */
export interface Plan {
  company: Company
  /** How many play, people and bots together. */
  players: number
  /** How strong each bot is, seat by seat. */
  levels: string[]
  /** Who plays when one phone is passed round. */
  names: string[]
  dice: TableWish['dice']
  undo: TableWish['undo']
  coach: boolean
  clock: number | null
  options: Record<string, string>
}

/** Who shall sit where. */
export function seatsOf(plan: Plan, me: string): SeatWish[] {
  const here: SeatWish = { kind: 'here', name: me }
  const others = plan.players - 1
  switch (plan.company) {
    case 'solo':
      return [here]
    case 'pass':
      return plan.names.map((name, seat): SeatWish => ({ kind: 'here', name: name.trim() || seatWords(seat) }))
    case 'link':
      return [here, ...Array.from({ length: others }, (): SeatWish => ({ kind: 'link' }))]
    case 'bots':
      return [here, ...bots(levelsOf(plan, others))]
  }
}

/** The levels of so many bots: as chosen, and for more than that as the last one. */
export function levelsOf({ levels }: Pick<Plan, 'levels'>, count: number): string[] {
  return Array.from({ length: count }, (_, at) => levels[at] ?? levels.at(-1) ?? USUAL)
}

/** Bots are called by their level, with a number where there are several of one. */
function bots(levels: readonly string[]): SeatWish[] {
  return levels.map((level, at) => {
    const several = levels.filter((other) => other === level).length > 1
    const number = levels.slice(0, at + 1).filter((other) => other === level).length
    return { kind: 'bot', level, name: levelWords(level) + (several ? ` ${number}` : '') }
  })
}

/** Neither a child's play nor out of reach. */
const USUAL = 'cat'

/** The level that was played last: of this game, or else of any. */
export function lastLevel(game: string): string {
  const plan = read(`plan.${game}`) as Partial<Plan> | null
  const last = plan?.levels?.[0] ?? read('level')
  return typeof last === 'string' ? last : USUAL
}

/** Keep a plan for the next time. */
export function remember(game: string, plan: Plan): void {
  write(`plan.${game}`, plan)
  if (plan.company === 'bots') write('level', levelsOf(plan, 1)[0])
}

/** Open a table and sit down. */
export async function open(wish: TableWish): Promise<string> {
  const { table, seats, seal } = await api.open({ ...wish, key: newKey() })
  if (seats.length) await sitDown(table, seal)
  return table
}

/** Take a seat, with what this device brings to the dice: it keeps the seal, and commits to a number that it opens later. */
export async function sitDown(table: string, seal: string | null, wish: JoinWish = {}): Promise<void> {
  await api.join(table, { ...wish, ...commit(table, seal) })
  committed(table)
}
