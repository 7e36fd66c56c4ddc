import type { Board } from '~/board/board.ts'
import MasterSheet from './MasterSheet.svelte'
import { marks } from './offers.ts'
import texts from './texts.json'

export default { sheet: MasterSheet, picks: true, totals: true, marks, texts } satisfies Board
