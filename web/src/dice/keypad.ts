/** What can be tapped to type real dice: every face that a die still in the hand may show. */
import type { TrayDie } from '~/api/types.ts'
import { COLOURS } from './faces.ts'

export interface PoolDie {
  name: string
  faces: readonly string[]
  colours: readonly string[] | null
}

/** A die that was thrown and has to be typed. */
export interface Thrown {
  position: number
  die: string
}

export interface Key {
  die: string
  face: string
  colour: string | null
}

/** The keys of the pad, row by row: one row a kind of dice, or one a colour where faces differ in colour. */
export function keysFor(pool: readonly PoolDie[], left: readonly Thrown[]): Key[][] {
  const kinds = pool.filter(
    ({ name }, at) => left.some(({ die }) => die === name) && pool.findIndex((other) => other.name === name) === at,
  )
  const keys = kinds.map(({ name, faces, colours }) =>
    faces.map((face, at): Key => ({ die: name, face, colour: colours?.[at] ?? null })),
  )
  if (!kinds.some(({ colours }) => colours)) return keys
  const all = keys.flat()
  return COLOURS.map((colour) => all.filter((key) => key.colour === colour).sort(byFace)).filter((row) => row.length)
}

/** A die of the pool as it lies. */
export function dieOf(die: PoolDie | undefined, position: number, face: string | null): TrayDie {
  const colour = face === null ? null : (die?.colours?.[die.faces.indexOf(face)] ?? null)
  return { position, die: die?.name ?? '', face, colour }
}

/** How many keys stand side by side: all of them, or half of many. */
export function wideness(row: readonly Key[]): number {
  return row.length > 6 ? Math.ceil(row.length / 2) : row.length
}

function byFace(one: Key, other: Key): number {
  return one.face.localeCompare(other.face)
}

/** The throw as it is sent, once all dice are typed. */
export function throwOf(thrown: readonly Thrown[], typed: ReadonlyMap<number, string>): string | null {
  const faces = thrown.map(({ position }) => typed.get(position))
  return faces.every((face) => face !== undefined) ? `- ${faces.join(' ')}` : null
}
