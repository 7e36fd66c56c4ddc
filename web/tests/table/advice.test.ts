import { expect, test } from 'vitest'
import { Advice } from '~/table/advice.svelte.ts'
import type { Rated } from '~/api/types.ts'

const hold = (...held: number[]): Rated => ({ move: `keep ${held.join(' ')}`, label: 'halten', value: 1, held })
const write: Rated = { move: 'write chance', label: 'Chance', value: 1, held: null }
const nothing = { chosen: null, picked: [] }

test('a box is selected, and what was selected before comes back', () => {
  const advice = new Advice()
  expect(advice.set(write, { chosen: 'write ones', picked: [2] })).toBe('write chance')
  expect(advice.takeBack({ chosen: 'write chance', picked: [2] })).toEqual({ chosen: 'write ones', picked: [2] })
  expect(advice.best).toBeNull()
})

test('dice are lifted in any order, and laid back', () => {
  const advice = new Advice()
  expect(advice.set(hold(1, 4), nothing)).toBeNull()
  expect(advice.lifted).toEqual([1, 4])
  expect(advice.takeBack({ chosen: null, picked: [4, 1] })).toEqual(nothing)
  expect(advice.lifted).toEqual([])
})

test('what was selected since stays', () => {
  const advice = new Advice()
  advice.set(hold(1, 4), nothing)
  expect(advice.takeBack({ chosen: null, picked: [1] })).toBeNull()
  advice.set(write, nothing)
  expect(advice.takeBack({ chosen: 'write ones', picked: [] })).toBeNull()
})

test('after another choice of the list, what was selected before the first comes back', () => {
  const advice = new Advice()
  advice.set(hold(1), { chosen: null, picked: [5] })
  advice.set(write, { chosen: null, picked: [1] })
  expect(advice.takeBack({ chosen: 'write chance', picked: [1] })).toEqual({ chosen: null, picked: [5] })
})
