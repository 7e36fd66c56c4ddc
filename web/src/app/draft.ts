/** Drafts: half-typed input survives a reload for a new version, and nothing else. */
import { onDestroy } from 'svelte'
import { IS_STATIC } from './edition.ts'

const NAME = 'knobel.draft'

const pages = new Map<string, () => unknown>()

/** Register a draft: `now` returns the present input. Returns the input from before the reload, if there was any. */
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

/** The address of the page. */
function placed(): string {
  const { pathname, hash } = location
  return IS_STATIC ? hash : pathname
}

/** Store all drafts. */
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
    // Storage may be full or forbidden; the draft is lost then.
  }
}
