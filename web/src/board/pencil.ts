/** The pencil transition: an entry appears from left to right. */
import type { TransitionConfig } from 'svelte/transition'
import { animationsOn } from '~/app/settings.svelte.ts'

/** The duration of the transition, in milliseconds. */
const WRITE = 200

export function pencil(_node: Element): TransitionConfig {
  // A little more than the whole width, because handwriting overhangs its box.
  return {
    duration: animationsOn() ? WRITE : 0,
    css: (part) => `clip-path: inset(-20% ${Math.round(120 - 140 * part)}% -20% -20%)`,
  }
}
