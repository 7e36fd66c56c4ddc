/** The sheets of Kribbeln read across: area by area, line by line, one cell a player. */
import type { Cell, Sheet } from '~/api/types.ts'

export interface Line {
  key: string
  /** The cell of the first sheet, for what is printed in all of them. */
  printed: Cell
  kind: 'task' | 'kribbel' | 'total'
  cells: readonly Cell[]
  /** It is being played. */
  now: boolean
}

export interface Area {
  part: string
  lines: Line[]
}

/** The areas of these sheets; the line in play is the first that somebody has still to fill. */
export function areasOf(sheets: readonly Sheet[], over: boolean): Area[] {
  const areas: Area[] = []
  let found = over
  for (const [at, printed] of (sheets[0]?.cells ?? []).entries()) {
    const cells = sheets.flatMap((sheet) => sheet.cells[at] ?? [])
    const kind = kindOf(printed)
    const now = !found && kind !== 'total' && cells.some((cell) => cell.value === null)
    found ||= now
    const line = { key: printed.key, printed, kind, cells, now }
    const area = areas.at(-1)
    if (area?.part === printed.part) area.lines.push(line)
    else areas.push({ part: printed.part, lines: [line] })
  }
  return areas
}

function kindOf({ key }: Cell): Line['kind'] {
  if (key.startsWith('total')) return 'total'
  return key.startsWith('kribbel') ? 'kribbel' : 'task'
}
