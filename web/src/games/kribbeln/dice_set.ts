/**
 * A set of six dice: each number occurs once in each colour, so each die is known by the colour of its 1. What was
 * entered determines more than itself; what follows from it is filled in. The room defines the notation.
 */
import { read, write, drop } from '~/app/storage.ts'
import letters from '../../../../src/knobel/games/kribbeln/letters.json'

export const COLOURS = Object.keys(letters)
const LETTERS: readonly string[] = Object.values(letters)
export const NUMBERS = [1, 2, 3, 4, 5, 6] as const
const KEPT = 'dice.kribbeln'

/** The colour, by index, in which a die shows a number; dice are in the order of the colours of their 1s. */
export interface Told {
  die: number
  number: number
  colour: number
}

/** For each die the colours of its numbers from 1 to 6; null where it is open. */
export type Square = readonly (readonly (number | null)[])[]

/** For each place, die by die, the possible colours, as bits. */
type Bits = Uint8Array

const ALL = 0b111111
const PLACES = [...Array(36).keys()]
/** For each place the others on its die, and those with its number. */
const BESIDE = PLACES.map((place) =>
  PLACES.filter(
    (other) => other !== place && (Math.floor(other / 6) === Math.floor(place / 6) || other % 6 === place % 6),
  ),
)

/** The colours of the dice after what was entered, with everything that follows; null if there are no such dice. */
export function squareOf(told: readonly Told[]): Square | null {
  const left = narrowed(told)
  const first = left && filled(left)
  if (!first) return null
  // Each solution that is found shows for all places what they may be.
  const seen = Uint8Array.from(first)
  for (const place of PLACES)
    for (const bit of bitsIn(left[place] ?? 0)) {
      if ((seen[place] ?? 0) & bit) continue
      const tried = Uint8Array.from(left)
      const found = put(tried, place, bit) ? filled(tried) : null
      found?.forEach((shown, at) => (seen[at] = (seen[at] ?? 0) | shown))
    }
  return [...Array(6).keys()].map((die) =>
    [...seen.slice(6 * die, 6 * die + 6)].map((shown) => (single(shown) ? Math.log2(shown) : null)),
  )
}

/** What was entered, with one more colour: the latest counts, and what contradicts it is reopened. The 1s are fixed. */
export function tell(told: readonly Told[], news: Told): readonly Told[] {
  if (news.number === 1 || news.colour === news.die) return told
  const others = told.filter(
    (one) =>
      !(one.die === news.die && (one.number === news.number || one.colour === news.colour)) &&
      !(one.number === news.number && one.colour === news.colour),
  )
  while (others.length && !squareOf([...others, news])) others.pop()
  return [...others, news]
}

/** The first open place, die by die; null if everything is known. */
export function nextOpen(square: Square): { die: number; number: number } | null {
  const die = square.findIndex((row) => row.includes(null))
  return die < 0 ? null : { die, number: (square[die]?.indexOf(null) ?? 0) + 1 }
}

/** Dice in the notation of the room; empty while something is open. */
export function written(square: Square): string {
  if (square.some((row) => row.includes(null))) return ''
  return square.map((row) => row.map((colour) => LETTERS[colour ?? 0]).join('')).join(' ')
}

/** Parse dice in the notation of the room; null if they are invalid. */
export function toldIn(text: string): Told[] | null {
  const words = text.split(' ')
  if (words.length !== COLOURS.length) return null
  const told = words
    .toSorted((one, other) => LETTERS.indexOf(one.charAt(0)) - LETTERS.indexOf(other.charAt(0)))
    .flatMap((word, die) =>
      Array.from(word, (letter, at) => ({ die, number: at + 1, colour: LETTERS.indexOf(letter) })),
    )
    .filter(({ number }) => number > 1)
  if (told.some(({ colour }) => colour < 0)) return null
  const square = squareOf(told)
  return square && written(square).split(' ').toSorted().join(' ') === words.toSorted().join(' ') ? told : null
}

/** The dice stored on this device, in the notation of the room. */
export function myDice(): string | null {
  const found = read(KEPT)
  return typeof found === 'string' && toldIn(found) ? found : null
}

export function keepDice(dice: string): void {
  write(KEPT, dice)
}

export function dropDice(): void {
  drop(KEPT)
}

/** The possible colours of each place after what was entered; null if a place has none. */
function narrowed(told: readonly Told[]): Bits | null {
  const left = new Uint8Array(PLACES.length).fill(ALL)
  const known = [...COLOURS.keys()].map((die) => ({ die, number: 1, colour: die }))
  const fits = [...known, ...told].every(({ die, number, colour }) => put(left, 6 * die + number - 1, 1 << colour))
  return fits ? left : null
}

/** Set the colour of a place, and remove it from the places beside it; false if one has no colour left. */
function put(left: Bits, place: number, bit: number): boolean {
  if (!((left[place] ?? 0) & bit)) return false
  left[place] = bit
  for (const other of BESIDE[place] ?? []) {
    const before = left[other] ?? 0
    const after = before & ~bit
    if (!after) return false
    left[other] = after
    if (after !== before && single(after) && !put(left, other, after)) return false
  }
  return true
}

/** Dice with these possible colours, by backtracking; null if there are none. */
function filled(left: Bits): Bits | null {
  let open = -1
  for (const place of PLACES) {
    const bits = left[place] ?? 0
    if (!single(bits) && (open < 0 || bitsIn(bits).length < bitsIn(left[open] ?? 0).length)) open = place
  }
  if (open < 0) return left
  for (const bit of bitsIn(left[open] ?? 0)) {
    const next = Uint8Array.from(left)
    const found = put(next, open, bit) ? filled(next) : null
    if (found) return found
  }
  return null
}

function bitsIn(bits: number): readonly number[] {
  return BITS[bits] ?? []
}

const BITS = [...Array(ALL + 1).keys()].map((bits) => COLOURS.map((_, at) => 1 << at).filter((bit) => bits & bit))

function single(bits: number): boolean {
  return bits !== 0 && (bits & (bits - 1)) === 0
}
