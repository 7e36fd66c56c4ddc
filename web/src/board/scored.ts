/** Places that a move scored: they are written, and their reason is new. */
import type { Cell, Scene, Text } from '~/api/types.ts'

export interface Scored {
  seat: number
  cell: Cell
  reason: Text
}

export function scored(before: Scene, after: Scene): Scored[] {
  return after.sheets.flatMap(({ seat, cells }, at) =>
    cells.flatMap((cell, place) => {
      const was = before.sheets[at]?.cells[place]
      return cell.reason && cell.value !== null && was?.reason?.key !== cell.reason.key
        ? [{ seat, cell, reason: cell.reason }]
        : []
    }),
  )
}
