import { expect, test } from 'vitest'
import { lastLevel, remember, seatsOf, type Plan } from '~/lobby/opening.ts'

const PLAN: Plan = {
  company: 'bots',
  players: 3,
  levels: ['fox'],
  names: ['Oma', '  ', 'Ben'],
  dice: 'checked',
  undo: 'ask',
  coach: true,
  clock: null,
  options: {},
}

test('against bots I sit first, and several bots are told apart', () => {
  expect(seatsOf(PLAN, 'Anna')).toEqual([
    { kind: 'here', name: 'Anna' },
    { kind: 'bot', level: 'fox', name: 'Fuchs 1' },
    { kind: 'bot', level: 'fox', name: 'Fuchs 2' },
  ])
  expect(seatsOf({ ...PLAN, players: 2 }, 'Anna')[1]).toEqual({ kind: 'bot', level: 'fox', name: 'Fuchs' })
})

test('friends find free seats', () => {
  const seats = seatsOf({ ...PLAN, company: 'link' }, 'Anna')
  expect(seats).toEqual([{ kind: 'here', name: 'Anna' }, { kind: 'link' }, { kind: 'link' }])
})

test('a phone that is passed round has a seat for everybody, named or not', () => {
  expect(seatsOf({ ...PLAN, company: 'pass' }, 'Anna')).toEqual([
    { kind: 'here', name: 'Oma' },
    { kind: 'here', name: 'Platz 2' },
    { kind: 'here', name: 'Ben' },
  ])
})

test('alone there is one seat, whatever was chosen before', () => {
  expect(seatsOf({ ...PLAN, company: 'solo' }, 'Anna')).toEqual([{ kind: 'here', name: 'Anna' }])
})

test('every bot has a level of its own, and those that were added play like the last one', () => {
  const names = seatsOf({ ...PLAN, players: 5, levels: ['owl', 'chick', 'owl'] }, 'Anna').map(({ name }) => name)
  expect(names).toEqual(['Anna', 'Eule 1', 'Küken', 'Eule 2', 'Eule 3'])
})

test('the level that was played last is offered again, first of all that of the same game', () => {
  expect(lastLevel('classic')).toBe('cat')
  remember('classic', PLAN)
  expect([lastLevel('classic'), lastLevel('extreme')]).toEqual(['fox', 'fox'])
  remember('extreme', { ...PLAN, levels: ['hare', 'owl'] })
  expect([lastLevel('classic'), lastLevel('extreme'), lastLevel('master')]).toEqual(['fox', 'hare', 'hare'])
})
