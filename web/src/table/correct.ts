/** Corrections: what was touched on a sheet, the command, and the consequences in words. */
import type { Consequences, Correctable, CorrectionView, PadPlace, TypedThrow, View } from '~/api/types.ts'
import { say, t } from '~/app/i18n.svelte.ts'

/** The written cell that was touched, as `SEAT CELL`; null if there is none. Cells name their seat on shared sheets. */
export function writtenAt(target: EventTarget | null): string | null {
  const found = target instanceof Element ? target.closest<HTMLElement>('[data-written]') : null
  if (!found?.dataset.written || found.dataset.enter !== undefined || found.ariaPressed !== null) return null
  const [, cell, named] = /^(.*?)(?: (\d))?$/.exec(found.dataset.written) ?? []
  const seat = named ?? found.closest<HTMLElement>('[data-seat]')?.dataset.seat
  return cell && seat !== undefined ? `${seat} ${cell}` : null
}

/** The command that corrects a die of a throw. */
export function dieMove({ number, dice, faces }: TypedThrow, position: number, face: string): string {
  return `correct ${number} - ${faces.map((old, at) => (dice[at] === position ? face : old)).join(' ')}`
}

/** The command that corrects a score. */
export function scoreMove({ number }: Correctable, place: PadPlace, value: string): string {
  return `correct ${number} enter ${place.key}: ${value}`
}

/** The same command, with consent that something else has to be entered again. */
export function anew(move: string): string {
  return move.replace(/^correct (\d+) /, 'correct $1 anew ')
}

/** The places of a turn, with the touched one first. */
export function placesOf(found: Correctable, of: string): PadPlace[] {
  const cell = of.replace(/^\d+ ?/, '')
  const touched = (place: PadPlace) => place.cells.includes(cell)
  const places = found.pad?.places ?? []
  return [...places.filter(touched), ...places.filter((place) => !touched(place))]
}

/** What changed on the sheets, line by line. */
export function changeWords(
  { cells, totals }: Pick<Consequences, 'cells' | 'totals'>,
  names: readonly string[],
): string[] {
  const many = names.length > 1
  const line = (seat: number, words: string, was: number | string | null, now: number | string | null) =>
    `${many ? `${names[seat] ?? ''}: ` : ''}${words} ${was ?? '–'} → ${now ?? '–'}`
  return [
    ...cells.map(({ seat, label, was, now }) => line(seat, say(label, names), was, now)),
    ...totals.map(({ seat, was, now }) => line(seat, t('correct.total'), was, now)),
  ]
}

/** What somebody corrected, in a sentence. */
export function correctionWords(told: CorrectionView, names: readonly string[], mine: boolean): string {
  const name = names[told.by] ?? ''
  const [first] = changeWords({ cells: told.cells, totals: told.totals }, names)
  const dice = told.dice && `${told.dice.was.join(' ')} → ${told.dice.now.join(' ')}`
  const what = told.cells.length ? first : (dice ?? first ?? '')
  return t(mine ? 'correct.done' : 'correct.told', { name, what: what ?? '' })
}

/** The newest correction that came between two views. */
export function newCorrection(before: View, after: View): CorrectionView | null {
  const last = before.corrections.at(-1)?.seq ?? 0
  return after.corrections.findLast(({ seq }) => seq > last) ?? null
}

/** The immediate changes of a correction, without those that wait. */
export function firstWords({ cells, totals, whole }: Consequences, names: readonly string[]): string[] {
  return changeWords(whole ? { cells, totals } : { cells: cells.filter(({ now }) => now !== null), totals: [] }, names)
}

/** What has to be entered again, in words. */
export function againWords({ again, waits }: Consequences, names: readonly string[]): string {
  const what = again?.label ? say(again.label, names) : (again?.faces?.join(' ') ?? null)
  if (again && what) return t('correct.again', { name: names[again.seat] ?? '', what })
  return waits ? say(waits, names) : ''
}
