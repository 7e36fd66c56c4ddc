/** The drawings of the faces of our dice, on 48 × 48, their animation, and their names. */
import type { TrayDie } from '~/api/types.ts'
import { kindOfDie } from '~/app/games.svelte.ts'
import { known, say, t } from '~/app/i18n.svelte.ts'

/** The duration of a throw, and how often a tumbling die changes its face, in milliseconds. */
export const ROLL = 520
export const BLINK = 75

const LOW = 13
const MID = 24
const HIGH = 35

const CORNERS = [
  [LOW, LOW],
  [HIGH, HIGH],
  [HIGH, LOW],
  [LOW, HIGH],
] as const

export const PIPS: Record<string, readonly (readonly [number, number])[]> = {
  '1': [[MID, MID]],
  '2': CORNERS.slice(0, 2),
  '3': [...CORNERS.slice(0, 2), [MID, MID]],
  '4': CORNERS,
  '5': [...CORNERS, [MID, MID]],
  '6': [...CORNERS, [LOW, MID], [HIGH, MID]],
}

/**
 * A pattern for every colour of faces, so that nobody has to distinguish colours; black has none. Rooms of games
 * bring them as `patterns.json`; printed pads draw the same.
 */
const BROUGHT = import.meta.glob<Record<string, string>>('../../../src/knobel/games/*/patterns.json', {
  eager: true,
  import: 'default',
})

export const PATTERNS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(BROUGHT).flatMap((some) => Object.entries(some)),
)

export const COLOURS = Object.keys(PATTERNS)

/** The faces that a kind of die shows while it tumbles. */
export function facesOf(die: string): readonly string[] {
  return kindOfDie(die)?.signs ?? Object.keys(PIPS)
}

/** The slight rotation of a die at rest: −6 to 6 degrees, the same for the same throw. */
export function restAngle(position: number, fall: number): number {
  const mixed = Math.sin(position * 12.9898 + fall * 78.233) * 43758.5453
  return Math.round((mixed - Math.floor(mixed)) * 12 - 6)
}

/** The face of a die in words, for screen readers. */
export function faceWords(die: TrayDie): string {
  if (die.face === null) return t('dock.in_cup')
  const symbol = `symbol.${die.face}`
  const face = known(symbol) ? say({ key: symbol, values: {} }) : die.face
  return die.colour ? `${face} ${say({ key: `colour.${die.colour}`, values: {} })}` : face
}

/** The faces of several dice in short words: “5 5”, but “2 × frog, mash”. */
export function diceWords(dice: readonly TrayDie[]): string {
  const words = dice.map(faceWords)
  if (dice.every(({ face, colour }) => face?.length === 1 && !colour)) return words.join(' ')
  const counted = [...new Set(words)].map((what) => {
    const count = words.filter((word) => word === what).length
    // The count stays in a line with the sign behind it.
    return count > 1 ? say({ key: 'coach.times', values: { count, what } }).replace(' ', '\u00a0') : what
  })
  return counted.join(', ')
}

/** The name of a die for screen readers. */
export function dieWords(die: TrayDie): string {
  return t('die.label', { position: die.position, face: faceWords(die) })
}

/** A part of a symbol on 24 × 24: `fill` and `line` are ink, `tone` has the symbol's colour, `cut` is transparent. */
export interface Stroke {
  as: 'fill' | 'line' | 'tone' | 'cut' | 'cutline'
  d: string
  /** Whether it is filled on paper, where other areas are outlined. */
  solid?: boolean
}

export interface Drawing {
  strokes: readonly Stroke[]
  /** Its colour on a die; by default ink. */
  tone?: string
}
