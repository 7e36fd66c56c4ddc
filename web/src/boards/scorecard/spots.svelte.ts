/** Where boxes stand on a pad and how they are touched. */
import { getContext, setContext } from 'svelte'
import type { Cell } from '~/api/types.ts'
import type { Roving } from '../pad/roving.svelte.ts'

/** What all boxes of a sheet share. */
export interface Sheetwide {
  /** The sheet is this device's; only then its boxes can be touched. */
  readonly mine: boolean
  readonly chosen: string | null
  readonly roving: Roving
  /** The box that is being explained. */
  readonly asked: Cell | null
  choose: (move: string) => void
  /** Say what a box is. */
  ask: (cell: Cell) => void
}

const KEY = Symbol('sheet')

export function shareSheet(sheet: Sheetwide): void {
  setContext(KEY, sheet)
}

export function sharedSheet(): Sheetwide {
  return getContext<Sheetwide>(KEY)
}
