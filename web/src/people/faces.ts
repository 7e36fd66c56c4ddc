/** The faces of players: people have a colour and an initial or an animal, bots their animal. */
import type { View } from '~/api/types.ts'
import { levels } from '~/app/games.svelte.ts'
import { t, type Key } from '~/app/i18n.svelte.ts'

/** The number of colours for people in `tokens.css`, as `--person-1` and so on. */
export const COLOURS = 8

export interface Face {
  /** The colour of a person, counted from 1; null for a bot. */
  colour: number | null
  /** The first letter or sign of the name; empty on a free seat. */
  initial: string
  /** The animal that is drawn instead; for bots their level. */
  animal: string | null
  /** The strength of a bot, from 1 on; 0 for people. */
  pips: number
  /** Whether nobody is there: drawn in outline. */
  absent: boolean
}

const GRAPHEMES = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null

/** The user-perceived characters of a text: an emoji of several parts is one. */
export function graphemes(text: string): string[] {
  return GRAPHEMES ? Array.from(GRAPHEMES.segment(text), ({ segment }) => segment) : Array.from(text)
}

/** The letter on a token. */
export function initialOf(name: string): string {
  return (graphemes(name.trim())[0] ?? '').toLocaleUpperCase()
}

/** The strength of a level: 1 for the weakest; 0 for an unknown one. */
export function strengthOf(level: string): number {
  return levels().findIndex(({ key }) => key === level) + 1
}

/** The strength of a level, in a word. */
export function strengthWords(level: string): string {
  const strength = strengthOf(level)
  return strength ? t(`strength.${strength}` as Key) : ''
}

/** The face of a bot of a level. */
export function botFace(level: string, name = ''): Face {
  return { colour: null, initial: initialOf(name), animal: level, pips: strengthOf(level), absent: false }
}

/** The face of a person at a seat. */
export function personFace(seat: number, name: string, animal: string | null = null): Face {
  return { colour: (seat % COLOURS) + 1, initial: initialOf(name), animal, pips: 0, absent: false }
}

/** The face of a seat; a bot that plays for somebody has their colour. */
export function faceOf(view: View, seat: number, names: readonly string[] = []): Face {
  const there = view.seats[seat]
  const name = names[seat] ?? there?.name ?? ''
  if (!there) return personFace(seat, name)
  if (there.bot) return { ...botFace(there.bot, name), colour: there.person ? (seat % COLOURS) + 1 : null }
  return { ...personFace(seat, name, there.face), absent: isAway(view, seat) }
}

/** Whether the player of a seat has left, is offline, or has not come yet; one's own seats are always there. */
export function isAway(view: View, seat: number): boolean {
  const there = view.seats[seat]
  if (!there || view.over) return false
  if (!there.taken || there.away) return true
  return there.online === false && !view.you.includes(seat)
}
