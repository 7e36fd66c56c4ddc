/** The boards of the games: the folder of a game provides one in `index.ts`; the fallback is the plain board. */
import type { Board } from '~/board/board.ts'
import PlainBoard from '~/board/PlainBoard.svelte'

const BOARDS = import.meta.glob<Board>('./*/index.ts', { eager: true, import: 'default' })
const PLAIN: Board = { sheet: PlainBoard }

export function boardOf(game: string): Board {
  return BOARDS[`./${game}/index.ts`] ?? PLAIN
}
