import { marksOf, type Board } from '~/board/board.ts'
import KrissKrossBoard from './KrissKrossBoard.svelte'
import { TEXTS, wish } from './words.ts'

export default {
  sheet: KrissKrossBoard,
  totals: true,
  wish,
  marks: (sheet) => marksOf(sheet, ({ part }) => part === 'lines'),
  texts: TEXTS,
} satisfies Board
