import { marksOf, type Board } from '~/board/board.ts'
import KrissKrossBoard from './KrissKrossBoard.svelte'
import texts from './texts.json'
import { told } from './told.ts'
import { wish } from './words.ts'

export default {
  sheet: KrissKrossBoard,
  totals: true,
  wish,
  marks: (sheet) => marksOf(sheet, ({ part }) => part === 'lines'),
  told,
  texts,
} satisfies Board
