/** Which puzzles were answered here. Nothing of this leaves the device; the first answer counts. */
import { read, write } from '~/app/storage.ts'
import { daysAfter } from './days.ts'

const [ANSWERS, DAYS] = ['puzzles', 'puzzle-days']

type Kept = Record<string, boolean>

function kept(name: string): Kept {
  return (read(name) as Kept | null) ?? {}
}

/** Store the first answer only. */
function keep(name: string, key: string, right: boolean): void {
  const all = kept(name)
  all[key] ??= right
  write(name, all)
}

/** Whether a puzzle was answered right at the first try; null if it was not answered yet. */
export function answerTo(game: string, number: number): boolean | null {
  return kept(ANSWERS)[`${game} ${number}`] ?? null
}

/** Whether the puzzle of a day was answered right at the first try; null if it was not answered yet. */
export function answerOn(day: string): boolean | null {
  return kept(DAYS)[day] ?? null
}

/** Record the answer to a puzzle; `day` if it was that of today. */
export function answer(game: string, number: number, right: boolean, day: string | null): void {
  keep(ANSWERS, `${game} ${number}`, right)
  if (day !== null) keep(DAYS, day, right)
}

/** The number of consecutive days with the right answer, up to today or yesterday. */
export function streak(today: string): number {
  const days = kept(DAYS)
  let day = today in days ? today : daysAfter(today, -1)
  let count = 0
  while (days[day]) {
    count += 1
    day = daysAfter(day, -1)
  }
  return count
}
