/** What games, players and mistakes are called, wherever they are named. */
import { Refused, Unreachable } from '~/api/client.ts'
import type { Text, View } from '~/api/types.ts'
import { say, t, type Key } from './i18n.svelte.ts'

/** A text of a game without values: its `title`, `tagline`, `source` or the name of an option. */
export function gameWords(game: string, name: string): string {
  return say({ key: `game.${game}.${name}`, values: {} })
}

export function levelWords(level: string): string {
  return say({ key: `level.${level}`, values: {} })
}

export function seatWords(seat: number): string {
  return say({ key: 'seat', values: { n: seat + 1 } })
}

/** What somebody is called who may have given no name: by the number of their seat. */
export function nameWords(name: string): string {
  const number = /^Player (\d)$/.exec(name)?.[1]
  return number ? seatWords(Number(number) - 1) : name
}

/** The players of a table. A free seat and who gave no name are called by number, a bot that nobody named by its level. */
export function namesOf(view: View): string[] {
  const names = view.seats.map(({ name, bot }, at) => {
    if (name === null || name === `Player ${at + 1}`) return seatWords(at)
    return bot && name === `bot ${bot}` ? levelWords(bot) : name
  })
  // The second of those who are called alike is called so.
  return names.map((name, at) => {
    const before = names.slice(0, at).filter((other) => other === name).length
    return before ? `${name} (${before + 1})` : name
  })
}

/** The same names with what tells them apart: a number for those that are called alike, and which one is mine. */
export function calledBy(view: View): string[] {
  return namesOf(view).map((name, at) => (mine(view, at) && name !== t('table.you') ? t('table.mine', { name }) : name))
}

/** A seat is the only one of this device, among others. */
function mine({ you, seats }: View, seat: number): boolean {
  return you.length === 1 && you.includes(seat) && seats.length > 1
}

/** What the server refused, in the language of the moment where it has words for it. */
export function refusalWords({ code, details }: Refused): string {
  const { text, line } = (details ?? {}) as { text?: Text; line?: number }
  if (text) return capitalised(say(text))
  if (code === 'bad_record' && line) return t('error.bad_record.line', { line })
  return t(CODES.has(code) ? (`error.${code}` as Key) : (OTHERS[code] ?? 'error.broken'))
}

/** Programs print such sentences after a colon; on a page they stand alone. */
function capitalised(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}

/** What is called otherwise than its code; whatever else is refused is no fault of whoever plays. */
const OTHERS: Partial<Record<string, Key>> = {
  rate_limited: 'error.slow_down',
  stale: 'table.stale',
  conflict: 'table.stale',
}

/** What can be refused without a text of its own. */
const CODES: ReadonlySet<string> = new Set([
  'denied',
  'no_table',
  'seat_taken',
  'not_ready',
  'not_allowed',
  'too_large',
  'busy',
  'no_space',
  'bad_record',
  'bad_move',
  'bad_dice',
  'bad_setup',
  'unknown_game',
  'invalid',
  'broken',
])

/** What went wrong, in a sentence for people. */
export function errorWords(error: unknown): string {
  if (error instanceof Unreachable) return t('error.connection')
  if (error instanceof Refused) return refusalWords(error)
  throw error
}
