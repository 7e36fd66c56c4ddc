/** What is half typed lasts while the page is loaded anew for a new version, and no longer. */
import { onDestroy } from 'svelte'
import { ALONE } from './edition.ts'

const NAME = 'knobel.draft'

const pages = new Map<string, () => unknown>()

/** Take part: `now` tells what is typed so far. Returns what was typed before the page was loaded, if anything was. */
export function draft<T>(name: string, now: () => T): T | null {
  const here = `${placed()} ${name}`
  pages.set(here, now)
  onDestroy(() => {
    if (pages.get(here) === now) pages.delete(here)
  })
  const { [here]: found, ...others } = kept()
  if (found !== undefined) keep(others)
  return (found ?? null) as T | null
}

/** The address that something is typed at. */
function placed(): string {
  const { pathname, hash } = location
  return ALONE ? hash : pathname
}

/** Keep what is typed now. */
export function stash(): void {
  keep(Object.fromEntries([...pages].map(([name, now]) => [name, now()])))
}

function kept(): Record<string, unknown> {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? '{}') as Record<string, unknown>
  } catch {
    return {}
  }
}

function keep(all: Record<string, unknown>): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(all))
  } catch {
    // Storage may be full or forbidden; then it is typed again.
  }
}
