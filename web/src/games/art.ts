/** The pictures of the games: the folder of a game brings one as `Art.svelte`, to be drawn on 200 × 130. */
import type { Component } from 'svelte'
import type { Game } from '~/api/types.ts'

interface Art {
  default: Component
  /** The colour of the lid that it is drawn on. */
  lid?: Game['colour']
}

// Home shows all of them at once, so they are not loaded one by one.
const ARTS = import.meta.glob<Art>('./*/Art.svelte', { eager: true })

export function artOf(game: string): Art | undefined {
  return ARTS[`./${game}/Art.svelte`]
}
