/** The context shared by all boxes of a sheet: how they are touched, which one is explained, and the keyboard focus. */
import { getContext, setContext } from 'svelte'
import type { Cell } from '~/api/types.ts'
import type { BoardProps } from '~/board/board.ts'
import { Roving } from '~/board/roving.svelte.ts'

const KEY = Symbol('sheet')

export class Sheetwide {
  /** The box that is being explained. */
  asked = $state.raw<Cell | null>(null)
  readonly roving: Roving
  readonly #board: () => BoardProps

  constructor(board: () => BoardProps) {
    this.#board = board
    this.roving = new Roving(() => {
      const { cells } = board().sheet
      return (cells.find(({ move }) => move !== null) ?? cells[0])?.key
    })
  }

  /** Whether the sheet belongs to this device, so that its boxes can be touched. */
  get mine(): boolean {
    return this.#board().mine
  }

  get chosen(): string | null {
    return this.#board().chosen
  }

  choose(move: string): void {
    this.#board().choose(move)
  }
}

/** Created by the board, with props that may change. */
export function shareSheet(board: () => BoardProps): Sheetwide {
  return setContext(KEY, new Sheetwide(board))
}

export function sharedSheet(): Sheetwide {
  return getContext<Sheetwide>(KEY)
}
