/** What is heard and felt at the table, if the person wants it. */
import { current } from '~/app/settings.svelte.ts'
import { Synth } from './synth.ts'

/** How long a throw is felt, in milliseconds: short, with a second knock where the dice come to rest. */
const KNOCKS = [18, 60, 12]

/** Two reasons for joy at once, as a star and the task it is for, are one. */
const TOGETHER = 300

let context: AudioContext | null = null
let synth: Synth | null = null
let cheers = -Infinity

/** Made when first needed. Browsers allow no sound before the page was touched; what is not heard then is not made up for. */
function voice(): Synth | null {
  if (!current().sound || !('AudioContext' in globalThis)) return null
  context ??= new AudioContext()
  synth ??= new Synth(context)
  if (context.state === 'running') return synth
  void context.resume()
  return null
}

/** Dice were thrown. Who threw them feels it. */
export function thrown(dice: number, milliseconds: number, own: boolean): void {
  voice()?.dice(dice, milliseconds)
  // Safari cannot. The wish for less motion is asked once, for the first setting; after that the person's choice holds.
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

/** A small moment of joy. */
export function cheered(): void {
  if (performance.now() - cheers < TOGETHER) return
  cheers = performance.now()
  voice()?.chord(3)
}

/** The game was won. */
export function won(): void {
  voice()?.chord(4)
}
