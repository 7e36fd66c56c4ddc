/** The positions of cells and lines in the grid, and the choices for cells. */
import type { Choice } from '~/api/types.ts'

/** Names are at the top and left, sums at the right and below. */
export const COLUMNS = ['a', 'b', 'c', 'd', 'e']
export const ROWS = ['1', '2', '3', '4', '5']

export interface GridSpot {
  row: number
  column: number
}

const END = COLUMNS.length + 1

/** The row and column of a cell or line; the grid is at 1 to 5. */
export function placeOf(key: string): GridSpot {
  const [kind = '', which = ''] = key.split('_')
  switch (kind) {
    case 'row':
      return { row: ROWS.indexOf(which) + 1, column: END }
    case 'column':
      return { row: END, column: COLUMNS.indexOf(which) + 1 }
    case 'diagonal':
      return { row: which === 'down' ? END : 0, column: END }
    default:
      return { row: ROWS.indexOf(key.slice(1)) + 1, column: COLUMNS.indexOf(key.charAt(0)) + 1 }
  }
}

/** The choices that write into two cells; the others choose the start symbol. */
export function pairsOf(choices: readonly Choice[]): Choice[] {
  return choices.filter(({ cells }) => cells.length === 2)
}

/** The choice that writes the first symbol here and the second there. */
export function pairOf(choices: readonly Choice[], first: string, second: string): Choice | null {
  return choices.find(({ cells: [one, other] }) => one === first && other === second) ?? null
}

/** The same cells with the symbols the other way round. */
export function swapped(choices: readonly Choice[], { cells: [first = '', second = ''] }: Choice): Choice | null {
  return pairOf(choices, second, first)
}

/** Whether it matters which symbol goes where. */
export function differs({ cells: [first = '', second = ''], after }: Choice): boolean {
  return after[first] !== after[second]
}

/** The choices that go on from a first cell, by the second. */
export function onwards(choices: readonly Choice[], first: string): ReadonlyMap<string, Choice> {
  return new Map(choices.filter(({ cells }) => cells[0] === first).map((choice) => [choice.cells[1] ?? '', choice]))
}
