/** The keys for typing real dice: every face that a die still in the hand may show. */
import type { TrayDie } from '~/api/types.ts'
import { COLOURS } from './faces.ts'

export interface PoolDie {
  name: string
  /** What is typed for each face. */
  faces: readonly string[]
  /** What is drawn for each face, if that differs. */
  signs?: readonly string[]
  colours: readonly string[] | null
}

/** A die that was thrown and has to be typed. */
export interface Thrown {
  position: number
  die: string
}

export interface Key {
  die: string
  /** What is drawn. */
  face: string
  /** What is typed. */
  text: string
  colour: string | null
}

/** The keys of the pad, row by row: one row for each kind of dice, or for each colour where faces differ in colour. */
export function keysFor(pool: readonly PoolDie[], thrown: readonly Thrown[]): Key[][] {
  const kinds = pool.filter(
    ({ name }, at) => thrown.some(({ die }) => die === name) && pool.findIndex((other) => other.name === name) === at,
  )
  const keys = kinds.map(({ name, faces, signs, colours }) =>
    faces.map((text, at): Key => ({ die: name, face: signs?.[at] ?? text, text, colour: colours?.[at] ?? null })),
  )
  if (!kinds.some(({ colours }) => colours)) return keys
  const all = keys.flat()
  return COLOURS.map((colour) => all.filter((key) => key.colour === colour).sort(byFace)).filter((row) => row.length)
}

/** A die of the pool with this face. */
export function dieOf(die: PoolDie | undefined, position: number, text: string | null): TrayDie {
  const at = text === null ? -1 : (die?.faces.indexOf(text) ?? -1)
  return { position, die: die?.name ?? '', face: die?.signs?.[at] ?? text, colour: die?.colours?.[at] ?? null }
}

/** Whether a key can still be tapped: a die of its kind is left, and a unique face is not typed yet. */
export function free(key: Key, pool: readonly PoolDie[], left: readonly Thrown[], typed: Iterable<string>): boolean {
  const kind = pool.find(({ name }) => name === key.die)
  const unique = kind !== undefined && new Set(kind.signs ?? kind.faces).size < kind.faces.length
  return left.some(({ die }) => die === key.die) && !(unique && [...typed].includes(key.text))
}

/** How many keys are side by side: all of them, or half of many. */
export function wideness(row: readonly Key[]): number {
  return row.length > 6 ? Math.ceil(row.length / 2) : row.length
}

function byFace(one: Key, other: Key): number {
  return one.face.localeCompare(other.face)
}

/** The throw as a command, once all dice are typed. */
export function throwOf(thrown: readonly Thrown[], typed: ReadonlyMap<number, string>): string | null {
  const faces = thrown.map(({ position }) => typed.get(position))
  return faces.every((face) => face !== undefined) ? `- ${faces.join(' ')}` : null
}
