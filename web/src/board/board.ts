/** The seam between the table and the boards of the games. */
import type { Component } from 'svelte'
import type { Cell, Scene, Sheet, Text, View } from '~/api/types.ts'
import type { OwnTexts } from '~/app/i18n.svelte.ts'

export interface BoardProps {
  /** The whole table. */
  view: View
  /** The sheet to draw. */
  sheet: Sheet
  /** The sheet is this device's, so its cells and choices with a move may be touched. */
  mine: boolean
  /** The players' names by seat, for `say`. */
  names: readonly string[]
  /** Point at a move, or with null at none. The dock then says what it does and asks; pointing at it again makes it. */
  choose: (move: string | null) => void
  /** The move pointed at. */
  chosen: string | null
  /** The dice picked up in the dock, by position. */
  picked?: readonly number[]
}

export interface DeskProps extends Omit<BoardProps, 'sheet' | 'mine'> {
  /** All sheets, own ones first. */
  sheets: readonly Sheet[]
}

export interface SignProps {
  cell: Cell
  /** The sheet it stands on. */
  sheet: Sheet
}

/** Something that happened on a sheet, or with null on all of them. */
export interface Announcement {
  seat: number | null
  /** In the language of the moment: what is kept follows when another one is chosen. */
  words: () => string
  /** What is said aloud of it, to whoever has just heard what was done, if not all of it. */
  aloud?: () => string
}

/** What the folder of a game brings to the table: the default export of its `index.ts`. */
export interface Board {
  /** One sheet. */
  sheet: Component<BoardProps>
  /** All sheets in one, where there is room; without it they lie side by side. */
  desk?: Component<DeskProps>
  /** How wide its sheets are printed on a desk, in letters, if not as most are: the own one, another one, one for all. */
  widths?: { own?: number; other?: number; all?: number }
  /** It shows what the dice picked up can do, so they may be picked up after the last throw, too. */
  picks?: true
  /** It writes the total of its sheet itself. */
  totals?: true
  /** What the dock asks for while nothing is pointed at. */
  wish?: (scene: Scene) => string
  /** What throwing again is called where that costs something, and what is said beside it. */
  paidThrow?: (keep: Text) => [words: string, more: string] | null
  /** What stands on a sheet and can be set up in the explorer, by place; without it, all that its cells hold. */
  marks?: (sheet: Sheet) => Marks
  /** What is drawn beside the name of a place in the explorer. */
  sign?: Component<SignProps>
  /** What a move brought besides: rows that were scored, lines that are full. */
  announcements?: (before: Scene, after: Scene, names: readonly string[]) => Announcement[]
  /** Its own words; `did.NAME` says what somebody did who made the choice `NAME`. */
  texts?: OwnTexts
}

/** What stands on a sheet, by place. */
export type Marks = Record<string, number | string>

/** All that the cells of a sheet hold, but for places that follow from others. */
export function marksOf(sheet: Sheet, follows: (cell: Cell) => boolean = () => false): Marks {
  const held = sheet.cells.flatMap((cell) =>
    cell.value === null || follows(cell) ? [] : [[cell.key, cell.value] as const],
  )
  return Object.fromEntries(held)
}
