/** A stamp comes down and stays. */
import type { TransitionConfig } from 'svelte/transition'
import { moves } from '~/settings/settings.svelte.ts'

/** How long it takes, in milliseconds. */
const STAMP = 320

export function stamp(_node: Element): TransitionConfig {
  return {
    duration: moves() ? STAMP : 0,
    css: (done, left) => `scale: ${1 + left ** 2 * 1.4}; opacity: ${Math.min(1, done * 2)}; rotate: ${left * -24}deg`,
  }
}
