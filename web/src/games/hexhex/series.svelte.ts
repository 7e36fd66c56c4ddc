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
  /** The total of the seat in an earlier game; null now and later. */
  total: number | null
  /** The values of the seat in an earlier game, by box, as far as they are known. */
  values: ReadonlyMap<string, Cell>
}

/** Cached sheets of finished games, by table; empty while they are loading. They never change. */
const finished = new SvelteMap<string, readonly Sheet[]>()

/** Fetch the sheets of earlier games; without permission only the totals are shown. */
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

/** The earlier games on the same page of the pad. */
export function pageOf({ past }: View): View['past'] {
  return past.slice(past.length - (past.length % COLUMNS))
}

/** The columns of the page with the present game. */
export function columnsOf(view: View, seat: number): Column[] {
  const page = pageOf(view)
  const first = view.past.length - page.length
  return Array.from({ length: COLUMNS }, (_, at) => {
    const total = page[at]?.scores[seat] ?? null
    return { game: first + at + 1, now: at === page.length, total, values: valuesOf(view, first + at, seat) }
  })
}

/** The values of a seat in an earlier game. Everybody moves up a seat from game to game. */
function valuesOf(view: View, game: number, seat: number): ReadonlyMap<string, Cell> {
  const past = view.past[game]
  const sheets = past && finished.get(past.table)
  const sheet = sheets?.[(seat + view.past.length - game) % view.seats.length]
  const same = sheet?.total === past?.scores[seat]
  return new Map(same ? sheet?.cells.map((cell) => [cell.key, cell]) : [])
}
