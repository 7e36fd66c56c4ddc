/** A position that is set up: stored in the address behind #, so that it can be shared and found again. */
import type { Scene } from '~/api/types.ts'
import { gameOf, games } from '~/app/games.svelte.ts'
import { marksOf, type Board, type Marks } from '~/board/board.ts'

export interface Position {
  game: string
  options: Record<string, string>
  /** The values of each sheet, by place; the first is that of the player who decides. */
  sheets: Marks[]
  /** The faces of all dice by position, or none. */
  dice: string[]
  throws: number
  /** The least points to reach, if that alone counts. */
  reach: number | null
}

export function toHash(position: Position): string {
  return encodeURIComponent(JSON.stringify(position))
}

/** Parse the position behind #; null if there is no valid one. */
export function fromHash(hash: string): Position | null {
  try {
    const told = JSON.parse(decodeURIComponent(hash)) as Partial<Position> | null
    if (!told || typeof told.game !== 'string' || !Array.isArray(told.sheets) || !told.sheets.length) return null
    return { ...blank(told.game), ...told }
  } catch {
    return null
  }
}

/** The position of a scene, for the seat that decides; other sheets are included where they matter. */
export function positionOf(scene: Scene, seat: number, { marks = marksOf }: Pick<Board, 'marks'>): Position {
  const order = (at: number) => (at - seat + scene.sheets.length) % scene.sheets.length
  const sheets = [...scene.sheets].sort((one, other) => order(one.seat) - order(other.seat))
  const dice = scene.tray.dice.map(({ face }) => face)
  const lying = dice.filter((face) => face !== null)
  const complete = lying.length === dice.length
  return {
    game: scene.game,
    options: { ...scene.options },
    sheets: (gameOf(scene.game)?.coupled ? sheets : sheets.slice(0, 1)).map((sheet) => marks(sheet)),
    dice: complete ? lying : [],
    throws: complete ? Math.max(1, scene.tray.throws) : 0,
    reach: null,
  }
}

/** A blank position to start with: of a game that can be set up with one sheet, if there is one. */
export function firstPosition(): Position {
  const offered = games().filter(({ explorer }) => explorer)
  const game = offered.find(({ coupled }) => !coupled) ?? offered[0]
  return blank(game?.key ?? '')
}

/** A blank position of a game, with as many sheets as it needs. */
export function blank(game: string, sheets = fewestSheets(game)): Position {
  return { game, options: {}, sheets: Array.from({ length: sheets }, () => ({})), dice: [], throws: 0, reach: null }
}

function fewestSheets(game: string): number {
  const info = gameOf(game)
  return info?.coupled ? (info.seats[0] ?? 1) : 1
}
