/** The words of this board. */
import type { Scene } from '~/api/types.ts'
import { say, withOwn } from '~/app/i18n.svelte.ts'
import texts from './texts.json'

export const t = withOwn(texts)

/** What the dock asks for while nothing is pointed at. */
export function wish({ prompt }: Scene): string {
  return t(prompt.key === 'game.krisskross.prompt.begin' ? 'pick_symbol' : 'two_cells')
}

/** What a symbol is called. */
export function symbolWords(symbol: string): string {
  return say({ key: `symbol.${symbol}`, values: {} })
}

/** What something would bring. */
export function gain(points: number): string {
  return points < 0 ? signed(points) : `+${points}`
}

/** A number as it is written on paper, with a minus that looks like one. */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : String(points)
}
