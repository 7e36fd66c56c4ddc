import { marksOf, type Board } from '~/board/board.ts'
import KribbelnBoard from './KribbelnBoard.svelte'
import { TEXTS } from './words.ts'

export default {
  sheet: KribbelnBoard,
  desk: KribbelnBoard,
  totals: true,
  marks: (sheet) => marksOf(sheet, ({ key }) => key.startsWith('total')),
  texts: TEXTS,
} satisfies Board
