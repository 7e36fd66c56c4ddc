/** The interface between the table and the boards of the games. */
import type { Component } from 'svelte'
import type { Cell, Scene, Sheet, Text, View } from '~/api/types.ts'
import type { OwnTexts } from '~/app/i18n.svelte.ts'

export interface BoardProps {
  /** The whole table. */
  view: View
  /** The sheet to draw. */
  sheet: Sheet
  /** Whether the sheet belongs to this device, so that its cells and choices with a move can be touched. */
  mine: boolean
  /** The players' names by seat, for `say`. */
  names: readonly string[]
  /** Select a move, or with null none. The dock then shows it for confirmation; selecting it again makes it. */
  choose: (move: string | null) => void
  /** The selected move. */
  chosen: string | null
  /** The dice picked up in the dock, by position. */
  picked?: readonly number[]
}

export interface DeskProps extends Omit<BoardProps, 'sheet' | 'mine'> {
  /** All sheets, own ones first. */
  sheets: readonly Sheet[]
}

export interface BriefProps {
  scene: Scene
  seat: number
}

export interface PlaceIconProps {
  cell: Cell
  /** The sheet of the place. */
  sheet: Sheet
}

/** Something that happened on a sheet, or with null on all of them. */
export interface Announcement {
  seat: number | null
  /** The text in the current language: a function, so that it follows a change of language. */
  words: () => string
  /** A shorter text for screen readers, after they have announced the move itself. */
  aloud?: () => string
}

/** What the folder of a game provides: the default export of its `index.ts`. */
export interface Board {
  /** One sheet. */
  sheet: Component<BoardProps>
  /** All sheets in one, for wide screens; without it they lie side by side. */
  desk?: Component<DeskProps>
  /** The widths of sheets on a desktop, in em, if not the default: one's own, another, one for all. */
  widths?: { own?: number; other?: number; all?: number }
  /** Whether it shows what the picked dice can do, so that they can be picked up after the last throw, too. */
  picks?: true
  /** Whether it shows the total of the sheet itself. */
  totals?: true
  /** The prompt of the dock while no move is selected. */
  wish?: (scene: Scene) => string
  /** The label of a throw that costs something, and the text beside it. */
  paidThrow?: (keep: Text) => [words: string, more: string] | null
  /** The values of a sheet that can be set up in the explorer, by place; by default those of all cells. */
  marks?: (sheet: Sheet) => Marks
  /** The picture beside the name of a place in the explorer. */
  placeIcon?: Component<PlaceIconProps>
  /** What the dice are for now, shown beside them in practice, where the sheet may be out of sight. */
  Brief?: Component<BriefProps>
  /** Announcements of what a move brought besides: rows that were scored, lines that are full. */
  announcements?: (before: Scene, after: Scene, names: readonly string[]) => Announcement[]
  /** Its own texts; `did.NAME` says what somebody did who made the choice `NAME`. */
  texts?: OwnTexts
}

/** The values of a sheet, by place. */
export type Marks = Record<string, number | string>

/** The values of all cells of a sheet, except those that follow from others. */
export function marksOf(sheet: Sheet, follows: (cell: Cell) => boolean = () => false): Marks {
  const held = sheet.cells.flatMap((cell) =>
    cell.value === null || follows(cell) ? [] : [[cell.key, cell.value] as const],
  )
  return Object.fromEntries(held)
}
