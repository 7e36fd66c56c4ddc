/** The announcement of a full line. */
import type { Scene } from '~/api/types.ts'
import { say } from '~/app/i18n.svelte.ts'
import type { Announcement } from '~/board/board.ts'
import { scored } from '~/board/scored.ts'
import { signed, t } from './words.ts'

export function announcements(before: Scene, after: Scene): Announcement[] {
  return scored(before, after).map(({ seat, cell, reason }) => ({
    seat,
    words: () => t('full', { line: say(cell.label), why: say(reason), points: signed(Number(cell.value)) }),
  }))
}
