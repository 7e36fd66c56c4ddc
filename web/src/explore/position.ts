/** A position as it is set up: kept in the address behind #, so that it can be shared and found again. */
import type { Scene } from '~/api/types.ts'

export type Mark = number | string

export interface Position {
  game: string
  options: Record<string, string>
  /** What stands on each sheet, by place; the first is that of whoever decides. */
  sheets: Record<string, Mark>[]
  /** The faces of all dice by position, or none. */
  dice: string[]
  throws: number
  /** At least so many points are wanted, and nothing else. */
  reach: number | null
}

export function blank(game: string, sheets = 1): Position {
  return { game, options: {}, sheets: Array.from({ length: sheets }, () => ({})), dice: [], throws: 0, reach: null }
}

export function toHash(position: Position): string {
  return encodeURIComponent(JSON.stringify(position))
}

/** The position behind #; null if there is none that could be one. */
export function fromHash(hash: string): Position | null {
  try {
    const told = JSON.parse(decodeURIComponent(hash)) as Partial<Position> | null
    if (!told || typeof told.game !== 'string' || !Array.isArray(told.sheets) || !told.sheets.length) return null
    return { ...blank(told.game), ...told }
  } catch {
    return null
  }
}

/** Places that follow from others, and are not set up. */
const DERIVED = ['bonus', 'lines']

/** The position that a scene shows, for the seat that decides. */
export function positionOf(scene: Scene, seat: number): Position {
  const sheets = [...scene.sheets].sort((one, other) => order(one.seat) - order(other.seat))
  function order(at: number): number {
    return (at - seat + scene.sheets.length) % scene.sheets.length
  }
  const dice = scene.tray.dice.map(({ face }) => face)
  const lying = dice.filter((face) => face !== null)
  const complete = lying.length === dice.length
  return {
    game: scene.game,
    options: { ...scene.options },
    sheets: (TOGETHER.includes(scene.game) ? sheets : sheets.slice(0, 1)).map(({ cells }) => {
      const marks: Record<string, Mark> = {}
      let coins = 0
      for (const { key, part, value } of cells) {
        if (DERIVED.includes(part) || key.startsWith('total_') || value === null) continue
        if (part === 'coins') coins += Number(value)
        else if (part === 'tasks') marks[key] = 'done'
        else marks[key] = value
      }
      if (coins) marks.coins = coins
      return marks
    }),
    dice: complete ? lying : [],
    throws: complete ? Math.max(1, scene.tray.throws) : 0,
    reach: null,
  }
}

/** Games in which the sheets of others make a difference. */
export const TOGETHER: readonly string[] = ['kribbeln', 'master']

/** Games that can be played for at least so many points. */
export const REACHABLE: readonly string[] = ['classic', 'hexhex']
