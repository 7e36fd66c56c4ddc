import type { Board } from '~/board/board.ts'
import scorecard from '~/games/scorecard/board.ts'
import HexBoard from './HexBoard.svelte'

export default { ...scorecard, sheet: HexBoard, widths: { other: 13 } } satisfies Board
