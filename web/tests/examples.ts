/** Views of real games, written by tools/fixtures.py. */
import type { View } from '~/api/types.ts'
import classic from './fixtures/classic.json'
import extreme from './fixtures/extreme.json'
import hexhex from './fixtures/hexhex.json'
import kribbeln from './fixtures/kribbeln.json'
import krisskross from './fixtures/krisskross.json'
import master from './fixtures/master.json'
import moments from './fixtures/moments.json'

export type Moment = 'start' | 'first' | 'middle' | 'over'

export const GAMES = { kribbeln, extreme, krisskross, master, hexhex, classic } as unknown as Record<
  string,
  Record<Moment, View>
>

/** A moment worth a test of its own. */
export function tale(name: keyof typeof moments): View {
  return structuredClone(moments[name]) as unknown as View
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
