/** Views of real games, written by tools/fixtures.py. */
import type { View } from '~/api/types.ts'
import { fixture, library } from './fixtures.ts'

export type Moment = 'start' | 'first' | 'middle' | 'over'

export const GAMES = Object.fromEntries(library.games.map(({ key }) => [key, fixture(key) as Record<Moment, View>]))

const moments = fixture('moments') as Record<'kribbeln_dodge' | 'master_pairs' | 'master_star' | 'master_pass', View>

/** A moment worth a test of its own. */
export function tale(name: keyof typeof moments): View {
  return structuredClone(moments[name])
}

/** An entry of a record as views tell it: a throw of dice, or a move. */
export function threw(number: number, dice: number[], faces: string, seat = 0): View['history'][number] {
  return { number, seat, move: null, held: null, dice, faces: faces.split(' '), witnessed: false, by: seat }
}

export function moved(number: number, move: string, { seat = 0, held = null as number[] | null } = {}) {
  return { number, seat, move, held, dice: null, faces: null, witnessed: false, by: seat }
}

export function example(game: string, moment: Moment): View {
  const found = GAMES[game]?.[moment]
  if (!found) throw new Error(`no example of ${game}`)
  return structuredClone(found)
}
