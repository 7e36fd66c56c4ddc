/** Where we are, and how to get elsewhere without loading the page anew. */
import { match, type Place } from './routes.ts'

let place = $state.raw<Place>(match(new URL(location.href)))

export function here(): Place {
  return place
}

/** Go to an address of the app. */
export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  arrive()
  scrollTo(0, 0)
}

/** Follow links and the back button; returns how to stop. */
export function follow(): () => void {
  const stop = new AbortController()
  addEventListener('popstate', arrive, { signal: stop.signal })
  addEventListener('hashchange', arrive, { signal: stop.signal })
  addEventListener('click', clicked, { signal: stop.signal })
  return () => {
    stop.abort()
  }
}

function arrive(): void {
  place = match(new URL(location.href))
}

function clicked(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = (event.target as Element | null)?.closest('a')
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  if (link.pathname.startsWith('/api/')) return
  event.preventDefault()
  go(link.href)
}
