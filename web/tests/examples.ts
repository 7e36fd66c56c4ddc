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

export function example(game: string, moment: Moment): View {
  const found = GAMES[game]?.[moment]
  if (!found) throw new Error(`no example of ${game}`)
  return structuredClone(found)
}
