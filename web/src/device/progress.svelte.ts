/** How far the engine of this device is. */
import type { Progress } from './messages.ts'

let now = $state.raw<Progress | null>(null)

/** How far it is; null while nobody needs it. */
export function progress(): Progress | null {
  return now
}

export function note(progress: Progress): void {
  now = progress
}
