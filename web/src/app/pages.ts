/** The pages of the routes, each loaded lazily. */
import type { Component } from 'svelte'
import type { Route } from './router.svelte.ts'
import MissingPage from './MissingPage.svelte'

/** The props of a page: the parameters of its address and the ticket behind #. */
export type PageProps = Pick<Route, 'params' | 'ticket' | 'query'>

const PAGES: Partial<Record<Route['name'], () => Promise<{ default: Component<never> }>>> = {
  home: () => import('~/home/HomePage.svelte'),
  new: () => import('~/lobby/NewPage.svelte'),
  join: () => import('~/lobby/JoinPage.svelte'),
  watch: () => import('~/lobby/TicketPage.svelte'),
  seat: () => import('~/lobby/TicketPage.svelte'),
  replay: () => import('~/lobby/TicketPage.svelte'),
  check: () => import('~/check/CheckPage.svelte'),
  rules: () => import('~/rules/RulesPage.svelte'),
  pad: () => import('~/print/PrintPage.svelte'),
  sheets: () => import('~/print/PrintPage.svelte'),
  today: () => import('~/today/TodayPage.svelte'),
  day: () => import('~/today/TodayPage.svelte'),
  challenge: () => import('~/today/ChallengePage.svelte'),
  circle: () => import('~/today/CirclePage.svelte'),
  puzzles: () => import('~/today/PuzzlesPage.svelte'),
  puzzle: () => import('~/today/PuzzlePage.svelte'),
  explore: () => import('~/explore/ExplorePage.svelte'),
  me: () => import('~/me/MePage.svelte'),
  review: () => import('~/coach/ReviewPage.svelte'),
  table: () => import('~/table/TablePage.svelte'),
  settings: () => import('./SettingsPage.svelte'),
}

/** The timeout for loading a page in milliseconds: over a dead connection it would never arrive. */
export const ARRIVAL = 20_000

/** Load the page of a route; every page takes as much of `PageProps` as it needs. */
export async function pageOf(name: Route['name']): Promise<Component<PageProps>> {
  const load = PAGES[name]
  return (load ? (await inTime(load())).default : MissingPage) as Component<PageProps>
}

/** The result of a promise, or an error after a timeout. */
export function inTime<T>(arriving: Promise<T>, patience = ARRIVAL): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('this part of the app does not arrive')), patience)
    arriving.then(resolve, reject).finally(() => clearTimeout(late))
  })
}
