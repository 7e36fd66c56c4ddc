/** Series: games played one after the other by rematches; and all results as CSV. */
import type { MyTable } from '~/api/types.ts'

export interface Standing {
  name: string
  wins: number
  total: number
}

export interface Evening {
  /** The table of its last game. */
  table: string
  game: string
  games: number
  updated: number
  /** The players, sorted by wins, then by total. */
  standings: Standing[]
}

/** The series among finished games, newest first: at least two games, each a rematch of the last. */
export function eveningsOf(tables: readonly MyTable[]): Evening[] {
  const over = new Map(tables.filter((one) => one.over).map((one) => [one.table, one]))
  const later = new Set([...over.values()].flatMap(({ next }) => (next && over.has(next) ? [next] : [])))
  return [...over.values()]
    .filter(({ table }) => !later.has(table))
    .map((first) => chainOf(first, over))
    .filter((games) => games.length > 1)
    .map(eveningOf)
    .sort((a, b) => b.updated - a.updated)
}

function chainOf(first: MyTable, over: ReadonlyMap<string, MyTable>): MyTable[] {
  const games = [first]
  for (let next = first.next; next; next = games.at(-1)?.next ?? null) {
    const found = over.get(next)
    if (!found || games.includes(found)) break
    games.push(found)
  }
  return games
}

/** The standings of a series; people change seats from game to game, so they are identified by name. */
function eveningOf(games: MyTable[]): Evening {
  const standings = new Map<string, Standing>()
  for (const { names, scores, places } of games) {
    for (const [seat, name] of names.entries()) {
      const { wins, total } = standings.get(name) ?? { wins: 0, total: 0 }
      standings.set(name, {
        name,
        wins: wins + (places?.[seat] === 1 ? 1 : 0),
        total: total + (scores[seat] ?? 0),
      })
    }
  }
  const { table = '', game = '', updated = 0 } = games.at(-1) ?? {}
  const ranked = [...standings.values()].sort((a, b) => b.wins - a.wins || b.total - a.total)
  return { table, game, updated, games: games.length, standings: ranked }
}

const HEAD = ['table', 'date', 'game', 'options', 'dice', 'seat', 'name', 'bot', 'mine', 'score', 'place']

/** All results of finished games as CSV, a line for each seat. */
export function csvOf(tables: readonly MyTable[]): string {
  const lines = tables
    .filter((one) => one.over)
    .flatMap((one) =>
      one.names.map((name, seat) => [
        one.table,
        new Date(one.updated).toISOString(),
        one.game,
        Object.entries(one.options)
          .map(([key, value]) => `${key}=${value}`)
          .join('; '),
        one.dice,
        seat + 1,
        name,
        one.bots[seat] ?? '',
        one.mine.includes(seat) ? 'yes' : 'no',
        one.scores[seat] ?? '',
        one.places?.[seat] ?? '',
      ]),
    )
  return [HEAD, ...lines].map((cells) => cells.map(quoted).join(',')).join('\r\n') + '\r\n'
}

/** A quoted cell; a text that a spreadsheet would take for a formula is prefixed with an apostrophe. */
function quoted(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  const plain = /^\s*[=+\-@＝＋－＠]/.test(cell) ? `'${cell}` : cell
  return `"${plain.replaceAll('"', '""')}"`
}
