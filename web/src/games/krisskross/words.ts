/** The texts of this board. */
import type { Scene } from '~/api/types.ts'
import { say, withOwn } from '~/app/i18n.svelte.ts'
import texts from './texts.json'

export const t = withOwn(texts)

/** The prompt of the dock while no move is selected. */
export function wish({ prompt }: Scene): string {
  return t(prompt.key === 'game.krisskross.prompt.begin' ? 'pick_symbol' : 'two_cells')
}

/** The name of a symbol. */
export function symbolWords(symbol: string): string {
  return say({ key: `symbol.${symbol}`, values: {} })
}

/** The points of a preview. */
export function gain(points: number): string {
  return points < 0 ? signed(points) : `+${points}`
}

/** A number with a true minus sign. */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : String(points)
}
