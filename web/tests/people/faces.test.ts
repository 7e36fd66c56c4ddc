import { expect, test } from 'vitest'
import type { View } from '~/api/types.ts'
import { faceOf, graphemes, initialOf, isAway, strengthOf } from '~/people/faces.ts'
import { library } from '../fixtures.ts'
import { example } from '../examples.ts'

const person = { name: 'Anna', taken: true, person: true, away: false, bot: null, online: true, kept: false }

function table(...seats: object[]): View {
  return {
    ...example('classic', 'start'),
    you: [0],
    over: false,
    seats: seats.map((seat) => ({ ...person, ...seat })),
  } as unknown as View
}

test('an emoji of several parts is one sign, and one initial', () => {
  expect(graphemes('👩‍👧 a')).toEqual(['👩‍👧', ' ', 'a'])
  expect(initialOf('👩‍👧‍👦 Familie')).toBe('👩‍👧‍👦')
  expect(initialOf(' änne')).toBe('Ä')
})

test('the five bots have one to five pips', () => {
  expect(library.levels.map(({ key }) => strengthOf(key))).toEqual([1, 2, 3, 4, 5])
})

test('people differ in colour, a bot of its own wears none, one that plays for somebody wears theirs', () => {
  const view = table({}, { name: 'Ben' }, { name: 'Katze', person: false, bot: 'cat' }, { bot: 'fox', away: true })
  const faces = view.seats.map((_, seat) => faceOf(view, seat))
  expect(faces.map(({ colour }) => colour)).toEqual([1, 2, null, 4])
  expect(faces.map(({ animal }) => animal)).toEqual([null, null, 'cat', 'fox'])
  expect(faces.map(({ initial }) => initial)).toEqual(['A', 'B', 'K', 'A'])
})

test('who got up, is not seen or has not come is absent; oneself never is, nor anybody after the game', () => {
  const view = table({ online: false }, { online: false }, { away: true }, { taken: false }, {})
  expect(view.seats.map((_, seat) => isAway(view, seat))).toEqual([false, true, true, true, false])
  expect(isAway({ ...view, over: true }, 1)).toBe(false)
})
