import { beforeEach, expect, test } from 'vitest'
import type { MyTable } from '~/api/types.ts'
import { lies, namesIn, putAside, standing } from '~/home/open_games.ts'

const game = {
  table: 'a',
  names: ['Anna', 'bot cat'],
  bots: [null, 'cat'],
  mine: [0],
  over: false,
  away: false,
  turn: [0],
  missing: [],
  waiting: true,
  updated: 5,
} as unknown as MyTable

beforeEach(() => localStorage.clear())

test('a game that was put aside stays so until something happens there', () => {
  expect(lies(game)).toBe(true)
  putAside(game)
  expect(lies(game)).toBe(false)
  expect(lies({ ...game, updated: 6 })).toBe(true)
  expect(lies({ ...game, table: 'b' })).toBe(true)
})

test('a game says whose turn it is, and your turn only to one who can do something', () => {
  expect(standing(game)).toBe('Du bist dran')
  expect(standing({ ...game, away: true, waiting: false })).toBe('Du hast den Tisch verlassen')
  expect(standing({ ...game, missing: [1], turn: [], waiting: false })).toBe('Es fehlt noch jemand')
  expect(standing({ ...game, turn: [1], waiting: false })).toBe('Katze ist dran')
  expect(standing({ ...game, mine: [0, 1], names: ['Anna', 'Ben'], bots: [null, null], turn: [1] })).toBe(
    'Ben ist dran',
  )
})

test('a bot that nobody named is called by its level', () => {
  expect(namesIn(game)).toEqual(['Anna', 'Katze'])
})
