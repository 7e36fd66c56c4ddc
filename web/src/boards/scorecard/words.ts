/** What a box of a scorecard says out loud. */
import type { Cell } from '~/api/types.ts'
import { say, t } from '~/i18n/texts.svelte.ts'

/** How it stands with a box: open, what it would give, or what stands there. */
export function stateWords(cell: Cell): string {
  if (cell.struck) return t('board.struck')
  if (typeof cell.value === 'number') return t('board.written', { n: cell.value })
  if (cell.move === null || typeof cell.preview !== 'number') return t('board.open')
  if (cell.reason) return t('board.would_nothing', { reason: say(cell.reason) })
  return t('board.would', { n: cell.preview })
}

/** The name of a box and how it stands with it: “Full House, open, would give 25”. */
export function boxWords(cell: Cell, state = stateWords(cell)): string {
  return `${say(cell.label)}, ${state}`
}

/** How far the bonus is, or that it is earned. */
export function bonusWords(cell: Cell): string {
  const sum = t('board.of', { n: Number(cell.value), size: cell.size ?? 0 })
  return cell.points ? `${sum}, ${t('board.earned', { n: cell.points })}` : sum
}
