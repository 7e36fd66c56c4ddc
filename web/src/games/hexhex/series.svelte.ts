/** The games of a series on one pad: five columns, one for each. */
import { untrack } from 'svelte'
import { SvelteMap } from 'svelte/reactivity'
import { api } from '~/api/client.ts'
import type { Cell, Sheet, View } from '~/api/types.ts'

export const COLUMNS = 5

export interface Column {
  /** The number of the game in its series, counted from 1. */
  game: number
  now: boolean
  /** What the seat had in an earlier game; null now and later. */
  total: number | null
  /** What the seat wrote in an earlier game, by box, as far as it is known. */
  values: ReadonlyMap<string, Cell>
}

/** Sheets of finished games, by table, and none while they are on their way. They never change, so nobody asks twice. */
const finished = new SvelteMap<string, readonly Sheet[]>()

/** Fetch the sheets of earlier games; whoever may not see them makes do with the totals. */
export function fetchEarlier(tables: readonly string[]): void {
  for (const table of tables) {
    if (untrack(() => finished.has(table))) continue
    finished.set(table, [])
    api.view(table).then(
      ({ scene }) => finished.set(table, scene.sheets),
      () => undefined,
    )
  }
}

/** The tables of the earlier games on the same page of the pad. */
export function pageOf({ past }: View): View['past'] {
  return past.slice(past.length - (past.length % COLUMNS))
}

/** The columns of the page that the present game is on. */
export function columnsOf(view: View, seat: number): Column[] {
  const page = pageOf(view)
  const first = view.past.length - page.length
  return Array.from({ length: COLUMNS }, (_, at) => {
    const total = page[at]?.scores[seat] ?? null
    return { game: first + at + 1, now: at === page.length, total, values: valuesOf(view, first + at, seat) }
  })
}

/** What a seat wrote in an earlier game. Everybody moves up a seat from game to game. */
function valuesOf(view: View, game: number, seat: number): ReadonlyMap<string, Cell> {
  const past = view.past[game]
  const sheets = past && finished.get(past.table)
  const sheet = sheets?.[(seat + view.past.length - game) % view.seats.length]
  const same = sheet?.total === past?.scores[seat]
  return new Map(same ? sheet?.cells.map((cell) => [cell.key, cell]) : [])
}
