import type { Board } from '~/board/board.ts'
import MasterSheet from './MasterSheet.svelte'
import { marks } from './offers.ts'
import PlaceIcon from './PlaceIcon.svelte'
import texts from './texts.json'
import { announcements } from './announcements.ts'

export default {
  sheet: MasterSheet,
  picks: true,
  totals: true,
  marks,
  placeIcon: PlaceIcon,
  texts,
  announcements,
} satisfies Board
