/** The texts of a scorecard, and of its boxes for screen readers. */
import type { Cell, Text } from '~/api/types.ts'
import { say, withOwn } from '~/app/i18n.svelte.ts'
import texts from './texts.json'

export const t = withOwn(texts)

/** Whether another throw costs a chip. */
export function costsChip(keep: Text | null): boolean {
  return keep?.key.endsWith('.keep.chip') ?? false
}

/** The state of a box: open, its preview, or its value. */
export function stateWords(cell: Cell): string {
  if (cell.struck) return t('struck')
  if (typeof cell.value === 'number') return t('written', { n: cell.value })
  if (cell.move === null || typeof cell.preview !== 'number') return t('open')
  if (cell.reason) return t('would_nothing', { reason: say(cell.reason) })
  return t('would', { n: cell.preview })
}

/** The name of a box and its state: “Full House, open, would give 25”. */
export function boxWords(cell: Cell, state: string): string {
  return `${say(cell.label)}, ${state}`
}

/** The progress of the bonus, or that it is earned. */
export function bonusWords(cell: Cell): string {
  const sum = t('of', { n: Number(cell.value), size: cell.size ?? 0 })
  return cell.points ? `${sum}, ${t('earned', { n: cell.points })}` : sum
}
