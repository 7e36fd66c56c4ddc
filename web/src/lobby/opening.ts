/** Opening a table and joining it. */
import { untrack } from 'svelte'
import { api, newKey } from '~/api/client.ts'
import type { Game, JoinWish, SeatWish, TableWish } from '~/api/types.ts'
import { commit, committed } from '~/check/pins.ts'
import { levels } from '~/app/games.svelte.ts'
import { t } from '~/app/i18n.svelte.ts'
import { read, write } from '~/app/storage.ts'
import { levelWords, seatWords } from '~/app/words.ts'

/** Who shall sit at a place: somebody at this device, a friend who gets a link, or a bot. */
export type SeatPlan = { kind: 'here'; name: string } | { kind: 'link' } | { kind: 'bot'; level: string }

/** A table as it is set up on the page. */
export interface Plan {
  /** The other players, in this order. */
  others: SeatPlan[]
  dice: TableWish['dice']
  undo: TableWish['undo']
  coach: boolean
  clock: number | null
  options: Record<string, string>
}

/** The seats of a table, oneself first. Nameless players are “you” on their own device, but not to friends. */
export function seatsOf(others: readonly SeatPlan[], me: string): SeatWish[] {
  const names = seatNames(others)
  const name = me || (others.some(({ kind }) => kind === 'link') ? null : t('table.you'))
  return [
    { kind: 'here', ...(name === null ? {} : { name }) },
    ...others.map((place, at): SeatWish => (place.kind === 'link' ? place : { ...place, name: names[at] ?? '' })),
  ]
}

/** The names beside the tokens: bots are called by their level, with a number where there are several of one. */
export function seatNames(others: readonly SeatPlan[]): string[] {
  const levels = others.map((place) => (place.kind === 'bot' ? place.level : null))
  return others.map((place, at) => {
    if (place.kind === 'link') return t('lobby.seat.link')
    if (place.kind === 'here') return place.name.trim() || seatWords(at + 1)
    const several = levels.filter((other) => other === place.level).length > 1
    const number = levels.slice(0, at + 1).filter((other) => other === place.level).length
    return levelWords(place.level) + (several ? ` ${number}` : '')
  })
}

/** As many other players as a game allows: surplus ones are removed, and missing ones are bots of a level. */
export function fitted(others: readonly SeatPlan[], seats: readonly number[], level: string): SeatPlan[] {
  const least = (seats[0] ?? 1) - 1
  const kept = others.slice(0, (seats.at(-1) ?? 1) - 1)
  const missing = Array.from({ length: Math.max(0, least - kept.length) }, (): SeatPlan => ({ kind: 'bot', level }))
  return [...kept, ...missing]
}

/** The options of a table: those for typed dice only where dice are typed. */
export function optionsFor(dice: TableWish['dice'], options: Plan['options'], game: Game): Plan['options'] {
  if (dice === 'own') return options
  return Object.fromEntries(Object.entries(options).filter(([key]) => !(key in (game.typed?.options ?? {}))))
}

/** The default level. */
const USUAL = 'cat'

/** The level that was last played: of this game, or else of any. */
export function lastLevel(game: string): string {
  const plan = read(`plan.${game}`) as Partial<Plan> | null
  const last = firstLevel(plan?.others ?? []) ?? read('level')
  const wanted = typeof last === 'string' ? last : USUAL
  const known = untrack(levels).map(({ key }) => key)
  // Not every level is available everywhere.
  return known.length && !known.includes(wanted) ? (known[0] ?? wanted) : wanted
}

/** Store a plan for the next time. */
export function remember(game: string, plan: Plan): void {
  write(`plan.${game}`, plan)
  const level = firstLevel(plan.others)
  if (level !== undefined) write('level', level)
}

function firstLevel(others: readonly SeatPlan[]): string | undefined {
  return others.find((place) => place.kind === 'bot')?.level
}

/** Open a table and join it. */
export async function open(wish: TableWish): Promise<string> {
  const { table, seats, seal } = await api.open({ ...wish, key: newKey() })
  if (seats.length) await sitDown(table, seal)
  return table
}

/** Join a table with a commitment to a nonce: the device stores the seal, and opens the nonce later. */
export async function sitDown(table: string, seal: string | null, wish: JoinWish = {}): Promise<void> {
  await api.join(table, { ...wish, ...commit(table, seal) })
  committed(table)
}
