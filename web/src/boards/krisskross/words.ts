/** What symbols are called. */
import { say } from '~/i18n/texts.svelte.ts'

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
