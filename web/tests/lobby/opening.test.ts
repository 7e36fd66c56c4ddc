import { expect, test } from 'vitest'
import type { Game } from '~/api/types.ts'
import { fitted, lastLevel, optionsFor, remember, seatsOf, type SeatPlan, type Plan } from '~/lobby/opening.ts'

const bot = (level: string): SeatPlan => ({ kind: 'bot', level })
const here = (name: string): SeatPlan => ({ kind: 'here', name })
const LINK: SeatPlan = { kind: 'link' }
const PLAN: Plan = { others: [bot('fox')], dice: 'checked', undo: 'ask', coach: true, clock: null, options: {} }

test('against bots I sit first, and several bots of a level are told apart', () => {
  expect(seatsOf([bot('fox'), bot('fox')], 'Anna')).toEqual([
    { kind: 'here', name: 'Anna' },
    { kind: 'bot', level: 'fox', name: 'Fuchs 1' },
    { kind: 'bot', level: 'fox', name: 'Fuchs 2' },
  ])
  expect(seatsOf([bot('fox')], 'Anna')[1]).toEqual({ kind: 'bot', level: 'fox', name: 'Fuchs' })
})

test('friends find free seats', () => {
  expect(seatsOf([LINK, LINK], 'Anna')).toEqual([{ kind: 'here', name: 'Anna' }, LINK, LINK])
})

test('who has no name is “you” beside bots, and called by the seat among friends', () => {
  expect(seatsOf([bot('fox')], '')[0]).toEqual({ kind: 'here', name: 'Du' })
  expect(seatsOf([LINK], '')[0]).toEqual({ kind: 'here' })
})

test('a phone that is passed round has a seat for everybody, named or not', () => {
  expect(seatsOf([here(' '), here('Ben')], 'Oma')).toEqual([
    { kind: 'here', name: 'Oma' },
    { kind: 'here', name: 'Platz 2' },
    { kind: 'here', name: 'Ben' },
  ])
})

test('people here, friends and bots sit at one table, in the order of its seats', () => {
  expect(seatsOf([bot('owl'), LINK, here('Ben'), bot('chick'), bot('owl')], 'Anna')).toEqual([
    { kind: 'here', name: 'Anna' },
    { kind: 'bot', level: 'owl', name: 'Eule 1' },
    LINK,
    { kind: 'here', name: 'Ben' },
    { kind: 'bot', level: 'chick', name: 'Küken' },
    { kind: 'bot', level: 'owl', name: 'Eule 2' },
  ])
})

test('a table has never more nor fewer seats than its game takes', () => {
  const four = [bot('owl'), LINK, here('Ben'), LINK]
  expect(fitted(four, [2, 3, 4], 'cat')).toEqual(four.slice(0, 3))
  expect(fitted([], [2, 3, 4], 'cat')).toEqual([bot('cat')])
  expect(fitted([], [1, 2], 'cat')).toEqual([])
})

test('the level that was played last is offered again, first of all that of the same game', () => {
  expect(lastLevel('classic')).toBe('cat')
  remember('classic', PLAN)
  expect([lastLevel('classic'), lastLevel('extreme')]).toEqual(['fox', 'fox'])
  remember('extreme', { ...PLAN, others: [LINK, bot('hare'), bot('owl')] })
  expect([lastLevel('classic'), lastLevel('extreme'), lastLevel('master')]).toEqual(['fox', 'hare', 'hare'])
})

test('options of typed dice are left out where the server throws', () => {
  const game = { typed: { options: { arrangement: 'any' }, dice: [] } } as unknown as Game
  const options = { sheet: '2', arrangement: 'any' }
  expect(optionsFor('own', options, game)).toEqual(options)
  expect(optionsFor('checked', options, game)).toEqual({ sheet: '2' })
})
