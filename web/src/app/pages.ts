/** Which page an address shows; each is loaded when it is first needed. */
import type { Component } from 'svelte'
import type { Place } from './router.svelte.ts'
import MissingPage from './MissingPage.svelte'

/** What a page gets: the parts of its address and the ticket behind #. */
export type PageProps = Pick<Place, 'params' | 'ticket' | 'query'>

const PAGES: Partial<Record<Place['name'], () => Promise<{ default: Component<never> }>>> = {
  home: () => import('~/home/HomePage.svelte'),
  new: () => import('~/lobby/NewPage.svelte'),
  join: () => import('~/lobby/JoinPage.svelte'),
  watch: () => import('~/lobby/ComePage.svelte'),
  seat: () => import('~/lobby/ComePage.svelte'),
  replay: () => import('~/lobby/ComePage.svelte'),
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

/** Milliseconds for a page to arrive: over a connection that died unnoticed it never would. */
export const ARRIVAL = 20_000

/** The page of a place; every page takes as much of `PageProps` as it needs. */
export async function pageOf(name: Place['name']): Promise<Component<PageProps>> {
  const load = PAGES[name]
  return (load ? (await inTime(load())).default : MissingPage) as Component<PageProps>
}

/** What arrives, or an error when that takes too long. */
export function inTime<T>(arriving: Promise<T>, patience = ARRIVAL): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('this part of the app does not arrive')), patience)
    arriving.then(resolve, reject).finally(() => clearTimeout(late))
  })
}
