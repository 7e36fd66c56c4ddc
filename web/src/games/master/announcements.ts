/** Announcements of finished tasks, rows and laps, and of bonuses of the race. */
import type { Cell, Scene } from '~/api/types.ts'
import { say } from '~/app/i18n.svelte.ts'
import type { Announcement } from '~/board/board.ts'
import { t } from './words.ts'

const finished = ({ value, size }: Cell) => value !== null && Number(value) === size

export function announcements(before: Scene, after: Scene): Announcement[] {
  return after.sheets.flatMap(({ seat, cells }, at) => {
    const done = cells.flatMap((cell, place) => {
      const was = before.sheets[at]?.cells[place]
      return was && !finished(was) && finished(cell) ? [{ cell, race: was.bonus }] : []
    })
    const raced = (race: number | null) => (race ? [t('won.race', { n: race })] : [])
    const won = (cell: Cell) => t('won', { what: say(cell.label) })
    const words = () => done.flatMap(({ cell, race }) => [won(cell), ...raced(race)]).join(' · ')
    // That a task is fulfilled was already announced as the move.
    const aloud = () =>
      done.flatMap(({ cell, race }) => [...(cell.part === 'tasks' ? [] : [won(cell)]), ...raced(race)]).join(', ')
    return done.length ? [{ seat, words, aloud }] : []
  })
}
