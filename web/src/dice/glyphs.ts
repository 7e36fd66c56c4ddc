/** All symbols: those that rooms of games bring for their dice as `glyphs.json`; printed pads draw the same. */
import type { Drawing } from './faces.ts'

const BROUGHT = import.meta.glob<Record<string, Drawing>>('../../../src/knobel/games/*/glyphs.json', {
  eager: true,
  import: 'default',
})

export const GLYPHS: Readonly<Record<string, Drawing>> = Object.fromEntries(
  Object.values(BROUGHT).flatMap((some) => Object.entries(some)),
)
