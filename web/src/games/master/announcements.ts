/** What is told when a task, a row or a lap is finished, and what being fast brought. */
import type { Cell, Scene } from '~/api/types.ts'
import { say } from '~/app/i18n.svelte.ts'
import type { Announcement } from '~/board/board.ts'
import { t } from './words.ts'

const finished = ({ value, size }: Cell) => value !== null && Number(value) === size

export function announcements(before: Scene, after: Scene): Announcement[] {
  return after.sheets.flatMap(({ seat, cells }, at) => {
    const words = cells.flatMap((cell, place) => {
      const was = before.sheets[at]?.cells[place]
      if (!was || finished(was) || !finished(cell)) return []
      const race = was.bonus ? [t('won.race', { n: was.bonus })] : []
      return [t('won', { what: say(cell.label) }), ...race]
    })
    return words.length ? [{ seat, words: words.join(' · ') }] : []
  })
}
