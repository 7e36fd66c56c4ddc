import { marksOf, type Board } from '~/board/board.ts'
import KrissKrossBoard from './KrissKrossBoard.svelte'
import texts from './texts.json'
import { announcements } from './announcements.ts'
import { wish } from './words.ts'

export default {
  sheet: KrissKrossBoard,
  totals: true,
  wish,
  marks: (sheet) => marksOf(sheet, ({ part }) => part === 'lines'),
  announcements,
  texts,
} satisfies Board
