/** The announcement of a scored row: who won it, and against whom. */
import type { Scene } from '~/api/types.ts'
import { say } from '~/app/i18n.svelte.ts'
import type { Announcement } from '~/board/board.ts'
import { scored } from '~/board/scored.ts'
import { t } from './words.ts'

export function announcements(before: Scene, after: Scene, names: readonly string[]): Announcement[] {
  const found = scored(before, after).filter(({ cell }) => cell.points !== null)
  return [...new Set(found.map(({ cell }) => cell.key))].map((key) => {
    const row = found.filter(({ cell }) => cell.key === key)
    const most = Math.max(...row.map(({ cell }) => cell.points ?? 0))
    const best = most ? row.filter(({ cell }) => cell.points === most) : []
    const words = () => {
      const [first] = row
      const label = first ? say(first.cell.label) : ''
      const why = best.map(({ reason }) => say(reason, names)).join(' · ')
      return best.length ? `${label} – ${why}` : t('nobody', { row: label })
    }
    return { seat: null, words }
  })
}
