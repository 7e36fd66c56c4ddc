/** Sound and vibration at the table, if switched on. */
import { current } from '~/app/settings.svelte.ts'
import { Synth } from './synth.ts'

/** The vibration pattern of a throw in milliseconds: short, with a second knock where the dice come to rest. */
const KNOCKS = [18, 60, 12]

/** Cheers within this many milliseconds are one, as for a star and its task. */
const TOGETHER = 300

let context: AudioContext | null = null
let synth: Synth | null = null
let cheers = -Infinity

/** The synthesizer, created on demand. Browsers allow no sound before the page was touched; such sounds are dropped. */
function voice(): Synth | null {
  if (!current().sound || !('AudioContext' in globalThis)) return null
  context ??= new AudioContext()
  synth ??= new Synth(context)
  if (context.state === 'running') return synth
  void context.resume()
  return null
}

/** Feedback for a throw; the vibration is only for one's own. */
export function thrown(dice: number, milliseconds: number, own: boolean): void {
  voice()?.dice(dice, milliseconds)
  // Safari does not support it. Reduced motion only sets the default; after that the setting counts.
  if (own && current().vibration && 'vibrate' in navigator) navigator.vibrate(KNOCKS)
}

/** A die was picked up or put back. */
export function held(): void {
  voice()?.hold()
}

/** Something was written. */
export function wrote(): void {
  voice()?.pencil()
}

/** Feedback for a small success. */
export function cheered(): void {
  if (performance.now() - cheers < TOGETHER) return
  cheers = performance.now()
  voice()?.chord(3)
}

/** The game was won. */
export function won(): void {
  voice()?.chord(4)
}
