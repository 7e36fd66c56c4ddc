/** Changing the dice of an example by touch: a die to its next face, a cell of a grid to its next symbol. */
import type { PoolDie } from '~/dice/keypad.ts'

/** An empty cell of a grid. */
export const EMPTY = '.'

/** The number of cells in a row of a grid; null for dice. */
export function gridWidth(dice: readonly string[], pool: readonly PoolDie[]): number | null {
  return dice.length > pool.length ? Math.sqrt(dice.length) : null
}

/** The dice after one of them is changed; cells of a grid may be empty too. */
export function next(dice: readonly string[], at: number, pool: readonly PoolDie[], grid: boolean): string[] {
  const faces = (grid ? pool[0] : pool[at])?.faces ?? []
  const all = grid ? [...faces, EMPTY] : faces
  return dice.with(at, all[(all.indexOf(dice[at] ?? '') + 1) % all.length] ?? EMPTY)
}

/** All dice, thrown. */
export function thrown(pool: readonly PoolDie[]): string[] {
  return pool.map(({ faces }) => faces[Math.floor(Math.random() * faces.length)] ?? EMPTY)
}
