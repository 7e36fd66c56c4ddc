/** Which games of a day were played here. Nothing of this leaves the device; the first try counts. */
import type { View } from '~/api/types.ts'
import { read, write } from '~/app/storage.ts'

/** The first try at a game of a day. */
export interface Try {
  table: string
  /** What it brought; null until it is over. */
  score: number | null
}

type Tries = Record<string, Try>

const KEPT = 'days'

/** A day as its address has it, `2026-11-17`, on the calendar of this device. */
export function dayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The date of a day, at noon: no change of clocks moves it to another. */
export function dateOf(day: string): Date {
  return new Date(`${day}T12:00:00`)
}

/** So many days after a day, or before it. */
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

/** A game of a day begins at this table; only the first counts. */
export function begin(day: string, game: string, table: string): void {
  const all = tries()
  all[named(day, game)] ??= { table, score: null }
  write(KEPT, all)
}

/** Keep what the first try brought. */
export function finish({ day, game, table, over, scene }: View): void {
  const all = tries()
  const first = day === null ? undefined : all[named(day, game)]
  if (!over || first?.table !== table) return
  first.score = scene.sheets[0]?.total ?? null
  write(KEPT, all)
}

/** How many games of a day were played to their end. */
export function playedOn(day: string): number {
  return Object.entries(tries()).filter(([name, { score }]) => name.startsWith(`${day} `) && score !== null).length
}
