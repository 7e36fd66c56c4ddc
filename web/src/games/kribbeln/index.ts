import { marksOf, type Board } from '~/board/board.ts'
import KribbelnBoard from './KribbelnBoard.svelte'
import Sign from './Sign.svelte'
import texts from './texts.json'

export default {
  sheet: KribbelnBoard,
  desk: KribbelnBoard,
  totals: true,
  marks: (sheet) => marksOf(sheet, ({ key }) => key.startsWith('total')),
  sign: Sign,
  texts,
} satisfies Board
