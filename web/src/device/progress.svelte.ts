/** How far the engine of this device is. */
import type { Progress } from './messages.ts'

let now = $state.raw<Progress | null>(null)
let needed = $state(false)

/** How far it is; null while nobody needs it. */
export function progress(): Progress | null {
  return now
}

export function note(progress: Progress | null): void {
  now = progress
}

/** Somebody waits for it: from now on it is told how far it is. */
export function need(): void {
  needed = true
}

export function isNeeded(): boolean {
  return needed
}
