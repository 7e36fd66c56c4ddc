/** Announcements for screen readers, in the order of events: what was done, its effects, and whose turn it is. */
import type { View } from '~/api/types.ts'
import { listed, t } from '~/app/i18n.svelte.ts'
import type { Board } from '~/board/board.ts'
import { newCorrection } from './correct.ts'
import { tellsByEffects, toldWords } from './move_words.ts'
import { ranking } from './standings.ts'
import { asked, turnOf, type Written } from './view_facts.ts'

/** What happened and was written between two views, as one announcement; empty if there is nothing to say. */
export function spokenWords(
  before: View,
  after: View,
  written: readonly Written[],
  board: Board,
  names: readonly string[],
): string {
  // A correction has its own announcement.
  if (newCorrection(before, after)) return ''
  // Where all decide at once, only one's own moves are announced.
  const followed = before.scene.seats.length > 1 ? written.filter(({ seat }) => after.you.includes(seat)) : written
  // Whether the turn has gone round meanwhile.
  const round = followed.some(({ seat }) => !after.you.includes(seat))
  const turned = turnWords(after, names)
  const said = [
    ...(takenBack(before, after) ? [t('table.undone')] : doneWords(before, after, followed, board, names)),
    ...(after.over && !before.over ? [resultWords(after, names)] : []),
    ...(round || turned !== turnWords(before, names) ? [turned] : []),
  ]
  return said.filter(Boolean).join('. ')
}

/** Whose turn it is, if a person has to act; what bots do is announced afterwards. */
export function turnWords(view: View, names: readonly string[]): string {
  if (asked(view) !== null) return view.you.length > 1 ? '' : t('table.your_turn')
  const who = turnOf(view).filter((seat) => !view.seats[seat]?.bot)
  if (!who.length) return ''
  const name = listed(who.map((seat) => names[seat] ?? ''))
  return t(who.length > 1 ? 'table.turn_of_several' : 'table.turn_of', { name })
}

/** The winner, and the totals. */
export function headlineOf(view: View, names: readonly string[]): string {
  if (view.seats.length === 1) return t('result.solo')
  const winners = ranking(view).flatMap(({ seat, place }) => (place === 1 ? [seat] : []))
  if (winners.length > 1) return t('result.shared', { names: listed(winners.map((seat) => names[seat] ?? '')) })
  const [first = 0] = winners
  return view.you.length === 1 && view.you.includes(first)
    ? t('result.won.you')
    : t('result.won', { name: names[first] ?? '' })
}

function resultWords(view: View, names: readonly string[]): string {
  const totals = ranking(view).map(({ seat, total }) =>
    t('table.did', { name: names[seat] ?? '', what: String(total) }),
  )
  return `${headlineOf(view, names)}. ${totals.join(', ')}`
}

function doneWords(
  before: View,
  after: View,
  written: readonly Written[],
  board: Board,
  names: readonly string[],
): string[] {
  const alone = after.you.length === 1
  const moves = written.map((one) => {
    const what = toldWords(one, names, board.texts).join(', ')
    if (!alone || !after.you.includes(one.seat)) return t('table.did', { name: names[one.seat] ?? '', what })
    // Its effects were announced when it was selected.
    return tellsByEffects(one, board.texts) ? t('table.wrote', { what }) : what
  })
  const came = board.announcements?.(before.scene, after.scene, names) ?? []
  const heard = came.filter(({ seat }) => seat === null || after.you.includes(seat))
  return [...moves, ...heard.map(({ words, aloud }) => aloud?.() ?? breathed(words()))]
}

/** The text with separators replaced by pauses. */
function breathed(words: string): string {
  return words.replaceAll(/ [·–] /g, ', ')
}

/** Whether an entry was undone. */
function takenBack(before: View, after: View): boolean {
  const last = after.history.at(-1)?.number ?? 0
  const standing = new Set(after.history.map(({ number }) => number))
  const first = after.history[0]?.number ?? 0
  return before.history.some(({ number }) => number > last || (number >= first && !standing.has(number)))
}
