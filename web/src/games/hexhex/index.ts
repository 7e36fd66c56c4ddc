import type { Board } from '~/board/board.ts'
import scorecard from '~/games/scorecard/board.ts'
import HexBoard from './HexBoard.svelte'
import PlaceIcon from './PlaceIcon.svelte'

export default { ...scorecard, sheet: HexBoard, placeIcon: PlaceIcon, widths: { other: 13 } } satisfies Board
