import { marksOf, type Board } from '~/board/board.ts'
import KribbelnBoard from './KribbelnBoard.svelte'
import Sign from './Sign.svelte'
import texts from './texts.json'
import { announcements } from './announcements.ts'

export default {
  sheet: KribbelnBoard,
  desk: KribbelnBoard,
  totals: true,
  marks: (sheet) => marksOf(sheet, ({ key }) => key.startsWith('total')),
  sign: Sign,
  announcements,
  texts,
} satisfies Board
