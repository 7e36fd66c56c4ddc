/** What stands for somebody at a table: people have a colour and an initial or an animal, bots their drawn animal. */
import type { View } from '~/api/types.ts'
import { levels } from '~/app/games.svelte.ts'
import { t, type Key } from '~/app/i18n.svelte.ts'

/** How many colours `tokens.css` has for people, as `--person-1` and so on. */
export const COLOURS = 8

export interface Face {
  /** The colour of a person, counted from 1; null for a bot of its own. */
  colour: number | null
  /** The first letter of the name, or its first sign; nothing on a seat that nobody has. */
  initial: string
  /** The animal that is drawn instead; for bots their level. */
  animal: string | null
  /** How strong a bot is, from 1 on; 0 for people. */
  pips: number
  /** Nobody is there: drawn in outline. */
  absent: boolean
}

const GRAPHEMES = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null

/** The letters and signs of a text as people count them: an emoji of several parts is one. */
export function graphemes(text: string): string[] {
  return GRAPHEMES ? Array.from(GRAPHEMES.segment(text), ({ segment }) => segment) : Array.from(text)
}

/** The letter on a token. */
export function initialOf(name: string): string {
  return (graphemes(name.trim())[0] ?? '').toLocaleUpperCase()
}

/** How strong a level is: 1 for the weakest; 0 for one that is not known. */
export function strengthOf(level: string): number {
  return levels().findIndex(({ key }) => key === level) + 1
}

/** How strong a level is, in a word. */
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

/** Who sits at a seat of a table; a bot that plays for somebody wears their colour. */
export function faceOf(view: View, seat: number, names: readonly string[] = []): Face {
  const there = view.seats[seat]
  const name = names[seat] ?? there?.name ?? ''
  if (!there) return personFace(seat, name)
  if (there.bot) return { ...botFace(there.bot, name), colour: there.person ? (seat % COLOURS) + 1 : null }
  return { ...personFace(seat, name, there.face), absent: isAway(view, seat) }
}

/** Whether whoever sits there has got up, is not seen any more, or has not come yet; oneself is always there. */
export function isAway(view: View, seat: number): boolean {
  const there = view.seats[seat]
  if (!there || view.over) return false
  if (!there.taken || there.away) return true
  return there.online === false && !view.you.includes(seat)
}
