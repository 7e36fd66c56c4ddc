/** The open games on the home page: their state, and which were put aside. */
import type { MyTable } from '~/api/types.ts'
import { t } from '~/app/i18n.svelte.ts'
import { read, write } from '~/app/storage.ts'
import { levelWords } from '~/app/words.ts'
import { botFace, personFace, type Face } from '~/people/faces.ts'

const ASIDE = 'aside'
/** The most games that are remembered as put aside. */
const MOST = 200

/** The games that were put aside, with the time of their last event then. */
function aside(): Record<string, number> {
  return (read(ASIDE) ?? {}) as Record<string, number>
}

/** Whether a game is shown: it was not put aside, or something has happened since. */
export function lies({ table, over, updated }: MyTable): boolean {
  return !over && updated > (aside()[table] ?? 0)
}

/** Hide a game from the home page until something happens there. */
export function putAside({ table, updated }: MyTable): void {
  write(ASIDE, Object.fromEntries([[table, updated], ...Object.entries(aside())].slice(0, MOST)))
}

/** The names of the players of a listed table. */
export function namesIn({ names, bots }: MyTable): string[] {
  return names.map((name, at) => (bots[at] && name === `bot ${bots[at]}` ? levelWords(bots[at]) : name))
}

export function facesIn(table: MyTable): Face[] {
  return namesIn(table).map((name, at) => {
    const bot = table.bots[at]
    if (table.missing.includes(at)) return { ...personFace(at, ''), absent: true }
    return bot && !table.mine.includes(at) ? botFace(bot, name) : personFace(at, name)
  })
}

/** The state of a game in a few words: whose turn it is, or whom it waits for. */
export function standing(table: MyTable): string {
  const { away, turn, missing, mine, waiting } = table
  if (away) return t('home.away')
  if (missing.length) return t('home.missing', { n: missing.length })
  if (waiting && mine.length === 1) return t('home.waiting')
  const names = namesIn(table)
  if (turn.length === 1) return t('table.turn_of', { name: names[turn[0] ?? 0] ?? '' })
  return waiting ? t('home.continue') : t('home.others')
}
