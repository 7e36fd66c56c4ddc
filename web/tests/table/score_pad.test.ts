import { describe, expect, it } from 'vitest'
import type { Pad } from '~/api/types.ts'
import { enterMove, firstOf, named, nextCells, placeOf, touch, typedValue } from '~/table/score_pad.ts'

const label = { key: '', values: {} }
const value = (number: number) => ({ value: String(number), label, number, faces: [] })
const place = (...cells: string[]) => ({ key: cells.join(' '), label, cells, values: [2, 20, 25].map(value) })
const pad = (...places: Pad['places']): Pad => ({ seat: 0, places, marks: [] })
const pairs = pad(place('a', 'b'), place('b', 'a'), place('b', 'c'), place('c', 'b'))

describe('places', () => {
  it('are touched cell by cell, and any other cell begins anew', () => {
    expect(touch(pairs, [], 'a')).toEqual(['a'])
    expect([...nextCells(pairs, ['a'])]).toEqual(['b'])
    expect(placeOf(pairs, touch(pairs, ['a'], 'b'))?.key).toBe('a b')
    expect(touch(pairs, ['a'], 'c')).toEqual(['c'])
    expect(touch(pairs, ['a'], 'a')).toEqual([])
  })

  it('are named where they are few or not on the sheet', () => {
    expect(firstOf(pad(place('a'), place('b')))).toEqual(['a'])
    expect(named(pad(place('a'), place('b')), () => true)).toHaveLength(2)
    expect(firstOf(pairs)).toEqual([])
    expect(named(pairs, (cell) => cell !== 'c').map(({ key }) => key)).toEqual(['b c', 'c b'])
  })
})

describe('values', () => {
  it('are typed until no other number begins like that', () => {
    const { values } = place('a')
    expect(typedValue(values, '2', false)).toBeNull()
    expect(typedValue(values, '2', true)?.value).toBe('2')
    expect(typedValue(values, '25', false)?.value).toBe('25')
    expect(typedValue(values, '7', true)).toBeNull()
  })

  it('are entered as the server offered them', () => {
    expect(enterMove(place('a', 'b'), value(25), null)).toBe('enter a b: 25')
    expect(enterMove(place('a'), value(25), 'x')).toBe('enter a: 25 with x')
  })
})
