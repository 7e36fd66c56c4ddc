/** Where the cells and lines stand around the grid: names at the top and left, sums at the right and below. */
export const COLUMNS = ['a', 'b', 'c', 'd', 'e']
export const ROWS = ['1', '2', '3', '4', '5']

export interface Place {
  row: number
  column: number
}

const END = COLUMNS.length + 1

/** The row and column of a cell or line; the grid is at 1 to 5. */
export function placeOf(key: string): Place {
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
