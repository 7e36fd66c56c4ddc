/** Scores entered without dice: which places of a sheet a touch means, and the command for a value. */
import type { Pad, PadPlace, PadValue } from '~/api/types.ts'

/** The most places that are all shown, with the first selected. */
const FEW = 3

/** The places that begin with these cells, in this order. */
export function placesAt(pad: Pad, cells: readonly string[]): PadPlace[] {
  return pad.places.filter((place) => cells.every((cell, at) => place.cells[at] === cell))
}

/** The touched cells after one more touch: it continues a place, ends it, or begins another. */
export function touch(pad: Pad, before: readonly string[], cell: string): string[] {
  if (before.at(-1) === cell) return before.slice(0, -1)
  const more = [...before, cell]
  return placesAt(pad, more).length ? more : [cell]
}

/** The cells that can be touched next: those that continue the touched ones, or the first cells of all places. */
export function nextCells(pad: Pad, touched: readonly string[]): Set<string> {
  const going = placesAt(pad, touched).flatMap(({ cells }) => cells.slice(touched.length, touched.length + 1))
  return new Set(going.length ? going : placesAt(pad, []).flatMap(({ cells }) => cells.slice(0, 1)))
}

/** The place of the touched cells, once all its cells are touched. */
export function placeOf(pad: Pad, touched: readonly string[]): PadPlace | null {
  return placesAt(pad, touched).find(({ cells }) => cells.length === touched.length) ?? null
}

/** The initial selection: the first place, where there are few. */
export function firstOf(pad: Pad): string[] {
  return pad.places.length <= FEW ? [...(pad.places[0]?.cells ?? [])] : []
}

/** The places that are listed in the pad: those that cannot be touched on the sheet, and all where there are few. */
export function named(pad: Pad, onSheet: (cell: string) => boolean): PadPlace[] {
  return pad.places.length <= FEW ? pad.places : pad.places.filter(({ cells }) => !cells.every(onSheet))
}

/** The command that enters a value. */
export function enterMove(place: PadPlace, { value }: PadValue, mark: string | null): string {
  return `enter ${place.key}: ${value}${mark === null ? '' : ` with ${mark}`}`
}

/** The value of typed digits, as soon as it is unambiguous, or when it is `whole`. */
export function typedValue(values: readonly PadValue[], typed: string, whole: boolean): PadValue | null {
  const fitting = values.filter(({ number }) => number !== null && String(number).startsWith(typed))
  const found = fitting.find(({ number }) => String(number) === typed) ?? null
  return whole || fitting.length === 1 ? found : null
}
