/** Names of games, players and errors, for all pages. */
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

/** The name of somebody; a player without one is called by the number of the seat. */
export function nameWords(name: string): string {
  const number = /^Player (\d)$/.exec(name)?.[1]
  return number ? seatWords(Number(number) - 1) : name
}

/** The names of the players of a table. Free seats and nameless players are called by number, unnamed bots by level. */
export function namesOf(view: View): string[] {
  const names = view.seats.map(({ name, bot }, at) => {
    if (name === null || name === `Player ${at + 1}`) return seatWords(at)
    return bot && name === `bot ${bot}` ? levelWords(bot) : name
  })
  // Duplicate names are numbered from the second on.
  return names.map((name, at) => {
    const before = names.slice(0, at).filter((other) => other === name).length
    return before ? `${name} (${before + 1})` : name
  })
}

/** The names of the players, with duplicates numbered and one's own marked. */
export function calledBy(view: View): string[] {
  return namesOf(view).map((name, at) => (mine(view, at) && name !== t('table.you') ? t('table.mine', { name }) : name))
}

/** Whether a seat is the only one of this device, among others. */
function mine({ you, seats }: View, seat: number): boolean {
  return you.length === 1 && you.includes(seat) && seats.length > 1
}

/** The message of a refused request, translated if there is a text for it. */
export function refusalWords({ code, details }: Refused): string {
  const { text, line } = (details ?? {}) as { text?: Text; line?: number }
  if (text) return capitalised(say(text))
  if (code === 'bad_record' && line) return t('error.bad_record.line', { line })
  return t(CODES.has(code) ? (`error.${code}` as Key) : (OTHERS[code] ?? 'error.broken'))
}

/** Error messages begin with a small letter for terminals; on a page they stand alone. */
function capitalised(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}

/** Codes whose texts have another key; other codes are no fault of the player. */
const OTHERS: Partial<Record<string, Key>> = {
  rate_limited: 'error.slow_down',
  stale: 'table.stale',
  conflict: 'table.stale',
}

/** Codes with a text of the app. */
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

/** The message of any error, in a sentence for people. */
export function errorWords(error: unknown): string {
  if (error instanceof Unreachable) return t('error.connection')
  if (error instanceof Refused) return refusalWords(error)
  throw error
}
