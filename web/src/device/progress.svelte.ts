/** The progress of the engine of this device. */
import type { Progress } from './messages.ts'

let now = $state.raw<Progress | null>(null)
let needed = $state(false)

/** The progress; null while nobody waits for it. */
export function progress(): Progress | null {
  return now
}

export function note(progress: Progress | null): void {
  now = progress
}

/** Record that somebody waits for the engine, so that its progress is shown. */
export function need(): void {
  needed = true
}

export function isNeeded(): boolean {
  return needed
}
