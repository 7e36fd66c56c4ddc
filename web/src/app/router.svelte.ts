/**
 * The router: the addresses of the app, the current route, and navigation without reloading the page.
 *
 * In the static edition, every address is behind # of the only page.
 */
import { absolute, IS_STATIC, inside } from './edition.ts'
import { hasDeviceTables } from './device_tables.ts'

/** All routes. What follows # is a ticket and never reaches the server. */
export const ROUTES = {
  home: '/',
  new: '/new/:game',
  table: '/t/:table',
  join: '/join/:table',
  watch: '/watch/:table',
  seat: '/seat/:table',
  review: '/review/:table',
  check: '/check/:table',
  replay: '/replay/:table',
  rules: '/rules/:game',
  pad: '/pad/:game',
  sheets: '/sheets/:table',
  today: '/today',
  day: '/today/:day',
  challenge: '/challenge/:table',
  circle: '/circle',
  puzzles: '/puzzles',
  puzzle: '/puzzles/:game/:number',
  explore: '/explore',
  me: '/me',
  settings: '/settings',
} as const

export type RouteName = keyof typeof ROUTES

export interface Route {
  name: RouteName | 'missing'
  params: Record<string, string>
  ticket: string
  query: URLSearchParams
}

/** The route of an address. */
export function match(whole: URL, isStatic = IS_STATIC): Route {
  const address = isStatic ? inside(whole) : whole
  const query = address.searchParams
  const ticket = address.hash.slice(1)
  const parts = split(address.pathname)
  for (const [name, pattern] of Object.entries(ROUTES)) {
    const params = fits(split(pattern), parts)
    if (params) return { name: name as RouteName, params, ticket, query }
  }
  return { name: 'missing', params: {}, ticket, query }
}

/** The address of a route. */
export function address(name: RouteName, params: Record<string, string> = {}, isStatic = IS_STATIC): string {
  const path = ROUTES[name].replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  return isStatic ? `#${path}` : path
}

/** The absolute address of a route, to pass on. */
export function linkTo(name: RouteName, params: Record<string, string> = {}): string {
  return absolute(address(name, params))
}

function split(path: string): string[] {
  return path.split('/').filter(Boolean)
}

function fits(pattern: string[], parts: string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null
  const params: Record<string, string> = {}
  for (const [index, wanted] of pattern.entries()) {
    const part = parts[index] ?? ''
    if (wanted.startsWith(':')) params[wanted.slice(1)] = decode(part)
    else if (wanted !== part) return null
  }
  return params
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

let route = $state.raw<Route>(match(new URL(location.href)))

export function here(): Route {
  return route
}

/** Navigate to an address of the app. */
export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  arrive()
  scrollTo(0, 0)
}

/** Handle links and the back button; returns a function that stops it. */
export function follow(): () => void {
  const stop = new AbortController()
  addEventListener('popstate', arrive, { signal: stop.signal })
  addEventListener('hashchange', arrive, { signal: stop.signal })
  addEventListener('click', clicked, { signal: stop.signal })
  return () => stop.abort()
}

function arrive(): void {
  route = match(new URL(location.href))
}

function clicked(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = (event.target as Element | null)?.closest('a')
  if (link?.origin !== location.origin) return
  const ours = link.pathname.startsWith('/api/')
  if (ours && (IS_STATIC || hasDeviceTables())) giveOut(event, link)
  if (ours || link.target || link.hasAttribute('download')) return
  event.preventDefault()
  go(link.href)
}

/** Download a file that the server may not have: the engine of this device makes it then. */
function giveOut(event: MouseEvent, link: HTMLAnchorElement): void {
  event.preventDefault()
  void import('~/device/files.ts').then(({ save }) => save(link))
}
