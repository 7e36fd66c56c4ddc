/** The pictures of the games: the folder of a game provides `Art.svelte`, drawn on 200 × 130. */
import type { Component } from 'svelte'
import type { Game } from '~/api/types.ts'

interface Art {
  default: Component
  /** The colour of the lid behind it. */
  lid?: Game['colour']
}

// Loaded together, since the home page shows all of them.
const ARTS = import.meta.glob<Art>('./*/Art.svelte', { eager: true })

export function artOf(game: string): Art | undefined {
  return ARTS[`./${game}/Art.svelte`]
}
