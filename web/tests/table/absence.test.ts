import { expect, test } from 'vitest'
import type { View } from '~/api/types.ts'
import { absentees, standsBy } from '~/table/absence.ts'

const person = { person: true, bot: null, away: false, left: null, online: true, offline_since: null }

function table(more: Partial<View>, ...seats: Partial<View['seats'][number]>[]): View {
  return {
    over: false,
    you: [0],
    deadline: null,
    scene: { seats: [1] },
    seats: seats.map((seat) => ({ ...person, ...seat })),
    ...more,
  } as unknown as View
}

test('somebody who is gone may be replaced after a minute by the clock of the server', () => {
  const view = table({}, {}, { online: false, offline_since: 1000 })
  expect(absentees(view, 60_999)).toEqual([{ seat: 1, why: 'gone', minutes: 0, replaceable: false }])
  expect(absentees(view, 61_000)).toEqual([{ seat: 1, why: 'gone', minutes: 1, replaceable: true }])
})

test('who got up may be replaced at once, and whoever a bot plays for is missing no more', () => {
  expect(absentees(table({}, {}, { away: true, left: 'up' }), 5)).toMatchObject([{ why: 'up', replaceable: true }])
  expect(absentees(table({}, {}, { away: true, left: 'up', bot: 'cat' }), 5)).toEqual([])
})

test('who thinks longer than the clock allows may be replaced, though they are there', () => {
  expect(absentees(table({ deadline: 9 }, {}, {}), 10)).toMatchObject([{ seat: 1, why: 'late', replaceable: true }])
  expect(absentees(table({ deadline: 10 }, {}, {}), 10)).toEqual([])
})

test('nobody misses themselves, a bot, or anybody after the end', () => {
  expect(absentees(table({}, { online: false }, { person: false, online: null }), 99_999)).toEqual([])
  expect(absentees(table({ over: true }, {}, { away: true }), 5)).toEqual([])
})

test('who watches, got up or was replaced can only look on', () => {
  expect(standsBy(table({ you: [] }, {}, {}))).toBe('watching')
  expect(standsBy(table({}, { left: 'up' }, {}))).toBe('up')
  expect(standsBy(table({}, { left: 'late' }, {}))).toBe('late')
  expect(standsBy(table({ you: [0, 1] }, { left: 'up' }, {}))).toBe(null)
  expect(standsBy(table({ over: true }, { left: 'up' }, {}))).toBe(null)
})
