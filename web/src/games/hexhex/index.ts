import type { Board } from '~/board/board.ts'
import scorecard from '~/games/scorecard/board.ts'
import HexBoard from './HexBoard.svelte'
import Sign from './Sign.svelte'

export default { ...scorecard, sheet: HexBoard, sign: Sign, widths: { other: 13 } } satisfies Board
