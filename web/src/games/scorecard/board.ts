/** The board of games whose sheet is a list of boxes. */
import { marksOf, type Board } from '~/board/board.ts'
import ScorecardBoard from './ScorecardBoard.svelte'
import PlaceIcon from './PlaceIcon.svelte'
import texts from './texts.json'
import { costsChip, t } from './words.ts'

export default {
  sheet: ScorecardBoard,
  totals: true,
  paidThrow: (keep) => (costsChip(keep) ? [t('chip'), t('chips', { n: Number(keep.values.n) })] : null),
  marks: (sheet) => marksOf(sheet, ({ part }) => part === 'bonus'),
  placeIcon: PlaceIcon,
  texts,
} satisfies Board
