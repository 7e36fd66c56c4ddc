/** How the faces of our dice are drawn, on 48 × 48, how they tumble, and what they are called. */
import type { TrayDie } from '~/api/types.ts'
import { kindOfDie } from '~/app/games.svelte.ts'
import { known, say, t } from '~/app/i18n.svelte.ts'

/** How long a throw takes, and how often a tumbling die shows another face, in milliseconds. */
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

/** A pattern for every colour that faces may have, so that nobody has to tell colours apart; black has none. */
export const PATTERNS: Record<string, string> = {
  black: '',
  green:
    'M8 9h0M16 9h0M24 9h0M32 9h0M40 9h0M8 17h0M40 17h0M8 25h0M40 25h0M8 33h0M40 33h0M8 40h0M16 40h0M24 40h0M32 40h0M40 40h0',
  blue: 'M6 15 15 6M6 25 25 6M6 35 35 6M8 42 42 8M17 42 42 17M27 42 42 27M36 42 42 36',
  orange: 'M6 9H42M6 16H42M6 32H42M6 39H42M6 24H42',
  yellow: 'M8 6V42M16 6V42M32 6V42M40 6V42M6 8H42M6 16H42M6 32H42M6 40H42',
  red: 'M6 14l6-6 6 6 6-6 6 6 6-6 6 6M6 24l6-6 6 6 6-6 6 6 6-6 6 6M6 34l6-6 6 6 6-6 6 6 6-6 6 6M6 43l6-6 6 6 6-6 6 6 6-6 6 6',
}

export const COLOURS = Object.keys(PATTERNS)

/** What a kind of die may show while it tumbles. */
export function facesOf(die: string): readonly string[] {
  return kindOfDie(die)?.signs ?? Object.keys(PIPS)
}

/** The slightly uneven way a die comes to rest: −6 to 6 degrees, the same for the same throw. */
export function restAngle(position: number, fall: number): number {
  const mixed = Math.sin(position * 12.9898 + fall * 78.233) * 43758.5453
  return Math.round((mixed - Math.floor(mixed)) * 12 - 6)
}

/** What a die shows, out loud. */
export function faceWords(die: TrayDie): string {
  if (die.face === null) return t('dock.in_cup')
  const symbol = `symbol.${die.face}`
  const face = known(symbol) ? say({ key: symbol, values: {} }) : die.face
  return die.colour ? `${face} ${say({ key: `colour.${die.colour}`, values: {} })}` : face
}

/** What a die is called out loud. */
export function dieWords(die: TrayDie): string {
  return t('die.label', { position: die.position, face: faceWords(die) })
}

/** A part of a symbol on 24 × 24: `fill` and `line` are ink, `tone` has the symbol's colour, `cut` shows what is behind. */
export interface Stroke {
  as: 'fill' | 'line' | 'tone' | 'cut' | 'cutline'
  d: string
}

export interface Drawing {
  strokes: readonly Stroke[]
  /** Its own colour on a die; without one it is all ink. */
  tone?: string
}

/** A circle as a path. */
export function round(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
}
