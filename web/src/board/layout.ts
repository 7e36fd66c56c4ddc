/** How the cells of a sheet lie, so that a board can draw games that it does not know; docs/scene.md tells the rules. */
import type { Cell, Choice } from '~/api/types.ts'
import { known, say } from '~/app/i18n.svelte.ts'

/** A line has at least so many cells, and labels of at most so many characters. */
const FEWEST = 4
const LONGEST = 3
/** The key of a cell in a grid: its column and its row. */
const GRID = /^([a-z])([1-9])$/

export interface Part {
  name: string
  kind: 'list' | 'line' | 'grid'
  cells: readonly Cell[]
}

/** The parts of a sheet, in order. */
export function partsOf(cells: readonly Cell[]): Part[] {
  const parts: { name: string; cells: Cell[] }[] = []
  for (const cell of cells) {
    const last = parts.at(-1)
    if (last?.name === cell.part) last.cells.push(cell)
    else parts.push({ name: cell.part, cells: [cell] })
  }
  return parts.map((part) => ({ ...part, kind: kindOf(part.cells) }))
}

function kindOf(cells: readonly Cell[]): Part['kind'] {
  if (cells.every(({ key }) => GRID.test(key))) return 'grid'
  return cells.length >= FEWEST && cells.every(({ label }) => say(label).length <= LONGEST) ? 'line' : 'list'
}

/** The column and the row of a cell in a grid, from 1. */
export function placeIn(cells: readonly Cell[], cell: Cell): { column: number; row: number } {
  const signs = (side: 1 | 2) => [...new Set(cells.map(({ key }) => GRID.exec(key)?.[side]))].sort()
  const at = GRID.exec(cell.key)
  return { column: 1 + signs(1).indexOf(at?.[1]), row: 1 + signs(2).indexOf(at?.[2]) }
}

/** The name of a part; empty if the game does not name it. */
export function partName(game: string, part: string): string {
  const key = `game.${game}.part.${part}`
  return known(key) ? say({ key, values: {} }) : ''
}

/** What a cell holds, in words. */
export function cellWords(value: number | string): string {
  const key = `symbol.${value}`
  return typeof value === 'string' && known(key) ? say({ key, values: {} }) : String(value)
}

/** The cells to touch for a choice, one after the other; none if it has no cells, or others have the same. */
export function pathOf(choice: Choice, choices: readonly Choice[], cells: readonly Cell[]): readonly string[] {
  const path = cellsOf(choice, cells)
  const twins = choices.filter((other) => same(cellsOf(other, cells), path))
  return twins.length > 1 ? [] : path
}

function cellsOf({ cells: used, move }: Choice, cells: readonly Cell[]): readonly string[] {
  return used.length ? used : cells.filter((cell) => cell.move === move).map(({ key }) => key)
}

export function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, at) => key === other[at])
}
