/** Which board draws which game. A game without a line here is drawn by the plain board. */
import type { Board } from './board.ts'
import PlainBoard from './PlainBoard.svelte'
import HexBoard from './hexhex/HexBoard.svelte'
import KribbelnDesk from './kribbeln/KribbelnDesk.svelte'
import KribbelnSheet from './kribbeln/KribbelnSheet.svelte'
import KrissKrossBoard from './krisskross/KrissKrossBoard.svelte'
import { wish } from './krisskross/wish.ts'
import MasterSheet from './master/MasterSheet.svelte'
import ScorecardBoard from './scorecard/ScorecardBoard.svelte'
const PLAIN: Board = { sheet: PlainBoard }

const BOARDS: Record<string, Board> = {
  kribbeln: { sheet: KribbelnSheet, desk: KribbelnDesk, totals: true },
  master: { sheet: MasterSheet, picks: true, totals: true },
  classic: { sheet: ScorecardBoard, totals: true },
  extreme: { sheet: ScorecardBoard, totals: true },
  hexhex: { sheet: HexBoard, totals: true },
  krisskross: { sheet: KrissKrossBoard, totals: true, wish },
}

export function boardOf(game: string): Board {
  return BOARDS[game] ?? PLAIN
}
