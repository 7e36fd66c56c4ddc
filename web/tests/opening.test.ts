import { expect, test } from 'vitest'
import { seatsOf, type Plan } from '~/lobby/opening.ts'

const PLAN: Plan = {
  company: 'bots',
  players: 3,
  level: 'fox',
  names: ['Oma', '  ', 'Ben'],
  dice: 'checked',
  undo: 'ask',
  coach: true,
  clock: null,
  options: {},
}

test('against bots I sit first, and several bots are told apart', () => {
  expect(seatsOf(PLAN, 'Anna', 'Fuchs')).toEqual([
    { kind: 'here', name: 'Anna' },
    { kind: 'bot', level: 'fox', name: 'Fuchs 1' },
    { kind: 'bot', level: 'fox', name: 'Fuchs 2' },
  ])
  expect(seatsOf({ ...PLAN, players: 2 }, 'Anna', 'Fuchs')[1]).toEqual({ kind: 'bot', level: 'fox', name: 'Fuchs' })
})

test('friends find free seats', () => {
  const seats = seatsOf({ ...PLAN, company: 'link' }, 'Anna', 'Fuchs')
  expect(seats).toEqual([{ kind: 'here', name: 'Anna' }, { kind: 'link' }, { kind: 'link' }])
})

test('a phone that is passed round has a seat for everybody, named or not', () => {
  expect(seatsOf({ ...PLAN, company: 'pass' }, 'Anna', 'Fuchs')).toEqual([
    { kind: 'here', name: 'Oma' },
    { kind: 'here' },
    { kind: 'here', name: 'Ben' },
  ])
})

test('alone there is one seat, whatever was chosen before', () => {
  expect(seatsOf({ ...PLAN, company: 'solo' }, 'Anna', 'Fuchs')).toEqual([{ kind: 'here', name: 'Anna' }])
})
