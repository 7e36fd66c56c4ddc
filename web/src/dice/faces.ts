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

/** A pattern for every colour that faces may have, so that nobody has to tell colours apart; black has none.
 *  Rooms of games bring them as `patterns.json`; printed pads draw the same. */
const BROUGHT = import.meta.glob<Record<string, string>>('../../../src/knobel/games/*/patterns.json', {
  eager: true,
  import: 'default',
})

export const PATTERNS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(BROUGHT).flatMap((some) => Object.entries(some)),
)

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

/** What several dice show, as short as it can be said: “5 5”, but “2 × frog, mash”. */
export function diceWords(dice: readonly TrayDie[]): string {
  const words = dice.map(faceWords)
  if (dice.every(({ face, colour }) => face?.length === 1 && !colour)) return words.join(' ')
  const counted = [...new Set(words)].map((what) => {
    const count = words.filter((word) => word === what).length
    // How many stays in a line with the sign behind it.
    return count > 1 ? say({ key: 'coach.times', values: { count, what } }).replace(' ', '\u00a0') : what
  })
  return counted.join(', ')
}

/** What a die is called out loud. */
export function dieWords(die: TrayDie): string {
  return t('die.label', { position: die.position, face: faceWords(die) })
}

/** A part of a symbol on 24 × 24: `fill` and `line` are ink, `tone` has the symbol's colour, `cut` shows what is behind. */
export interface Stroke {
  as: 'fill' | 'line' | 'tone' | 'cut' | 'cutline'
  d: string
  /** On paper it is ink, where other areas are outlines. */
  solid?: boolean
}

export interface Drawing {
  strokes: readonly Stroke[]
  /** Its own colour on a die; without one it is all ink. */
  tone?: string
}
