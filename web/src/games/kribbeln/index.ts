import { marksOf, type Board } from '~/board/board.ts'
import Brief from './Brief.svelte'
import KribbelnBoard from './KribbelnBoard.svelte'
import PlaceIcon from './PlaceIcon.svelte'
import texts from './texts.json'
import { announcements } from './announcements.ts'

export default {
  sheet: KribbelnBoard,
  desk: KribbelnBoard,
  totals: true,
  marks: (sheet) => marksOf(sheet, ({ key }) => key.startsWith('total')),
  placeIcon: PlaceIcon,
  Brief,
  announcements,
  texts,
} satisfies Board
