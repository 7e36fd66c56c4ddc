/** Which games of a day were played here. Nothing of this leaves the device; the first try counts. */
import type { View } from '~/api/types.ts'
import { read, write } from '~/app/storage.ts'

/** The first try at a game of a day. */
export interface Try {
  table: string
  /** The score; null until it is over. */
  score: number | null
}

type Tries = Record<string, Try>

const KEPT = 'days'

/** A day in ISO format, `2026-11-17`, in the time zone of this device. */
export function dayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The date of a day, at noon, so that daylight saving time does not change the day. */
export function dateOf(day: string): Date {
  return new Date(`${day}T12:00:00`)
}

/** The day this many days after another, or before it. */
export function daysAfter(day: string, days: number): string {
  const date = dateOf(day)
  date.setDate(date.getDate() + days)
  return dayOf(date)
}

function tries(): Tries {
  return (read(KEPT) as Tries | null) ?? {}
}

const named = (day: string, game: string) => `${day} ${game}`

/** The first try at a game of a day, if there was one. */
export function tryAt(day: string, game: string): Try | null {
  return tries()[named(day, game)] ?? null
}

/** Record a game of a day that begins at this table; only the first counts. */
export function begin(day: string, game: string, table: string): void {
  const all = tries()
  all[named(day, game)] ??= { table, score: null }
  write(KEPT, all)
}

/** Store the score of the first try. */
export function finish({ day, game, table, over, scene }: View): void {
  const all = tries()
  const first = day === null ? undefined : all[named(day, game)]
  if (!over || first?.table !== table) return
  first.score = scene.sheets[0]?.total ?? null
  write(KEPT, all)
}

/** The number of games of a day that were finished. */
export function playedOn(day: string): number {
  return Object.entries(tries()).filter(([name, { score }]) => name.startsWith(`${day} `) && score !== null).length
}
