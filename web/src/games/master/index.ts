import type { Board } from '~/board/board.ts'
import MasterSheet from './MasterSheet.svelte'
import { marks } from './offers.ts'
import { TEXTS } from './words.ts'

export default { sheet: MasterSheet, picks: true, totals: true, marks, texts: TEXTS } satisfies Board
