/** The layout of sheets on a desktop so that all are visible: the first one large, the others beside it in rows. */

export interface Size {
  width: number
  height: number
}

export interface SheetFit {
  /** The scale of the first sheet, and of the others. */
  lead: number
  rest: number
  /** How many of the others are side by side. */
  columns: number
}

/** The greatest and the least scale, and the ratio of the first sheet to the others. */
const MOST = 1.5
const LEAST = 0.3
const LEADS = 1.2
const STEP = 0.01

/** The weight of the first sheet's scale against that of the others: being able to read all of them comes first. */
const WEIGHT = 0.4

/** The penalty of one more row: texts below a sheet push the rows below it away. */
const ROW = 0.05

/**
 * The scales at which everything fits. `lead` is the natural size of the first sheet; without one all are equal.
 * `rest` is the natural size of each of the others.
 */
export function fitSheets(room: Size, gap: number, lead: Size | null, rest: Size | null, others: number): SheetFit {
  const highest = lead ? Math.min(MOST, room.height / lead.height, room.width / lead.width) : MOST
  if (!rest || !others) return { lead: highest, rest: 1, columns: 1 }
  let best: SheetFit = { lead: LEAST, rest: LEAST, columns: others }
  let most = -Infinity
  for (let first = highest; first >= LEAST; first = lead ? first - STEP : 0) {
    for (let columns = 1; columns <= others; columns += 1) {
      const rows = Math.ceil(others / columns)
      const width = room.width - (lead ? lead.width * first + gap : 0) - gap * (columns - 1)
      const height = room.height - gap * (rows - 1)
      const largest = lead ? first / LEADS : MOST
      const print = Math.min(largest, width / columns / rest.width, height / rows / rest.height)
      const worth = print * (1 - ROW * (rows - 1)) + (lead ? WEIGHT * first : 0)
      if (print >= LEAST && worth > most) {
        most = worth
        best = { lead: first, rest: print, columns }
      }
    }
  }
  return best
}
