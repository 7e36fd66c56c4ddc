import { expect, test } from 'vitest'
import { dieOf, free, keysFor, throwOf, type PoolDie, type Thrown } from '~/dice/keypad.ts'

const d6: PoolDie = {
  name: 'd6',
  faces: ['1', '2', '3', '4', '5', '6'],
  signs: ['1', '2', '3', '4', '5', '6'],
  colours: null,
}
const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']
const d10: PoolDie = { name: 'd10', faces: DIGITS, signs: DIGITS, colours: null }
const POOL = [d6, d6, d10]
const all: Thrown[] = POOL.map(({ name }, at) => ({ position: at + 1, die: name }))

test('there is a row of keys for each kind of dice that was thrown', () => {
  expect(keysFor(POOL, all).map((row) => row.map(({ face }) => face).join(''))).toEqual(['123456', '0123456789'])
  expect(keysFor(POOL, all.slice(2)).map((row) => row[0]?.die)).toEqual(['d10'])
  expect(keysFor(POOL, [])).toEqual([])
})

test('dice whose faces differ in colour have a row for each colour, and each row counts up', () => {
  const one: PoolDie = { name: 'one', faces: ['1', '2', '3'], signs: ['1', '2', '3'], colours: ['red', 'blue', 'red'] }
  const other: PoolDie = { name: 'other', faces: ['2', '3'], signs: ['2', '3'], colours: ['red', 'blue'] }
  const thrown = [
    { position: 1, die: 'one' },
    { position: 2, die: 'other' },
  ]
  const rows = keysFor([one, other], thrown)
  expect(rows.map((row) => row[0]?.colour)).toEqual(expect.arrayContaining(['red', 'blue']))
  for (const row of rows) {
    expect(new Set(row.map(({ colour }) => colour)).size).toBe(1)
    expect(row.map(({ face }) => face)).toEqual(row.map(({ face }) => face).sort())
  }
  expect(rows.flat()).toHaveLength(5)
})

test('a throw is sent once every die is typed, in the order of the dice', () => {
  const typed = new Map([
    [3, '0'],
    [1, '6'],
  ])
  expect(throwOf(all, typed)).toBeNull()
  expect(throwOf(all, typed.set(2, '4'))).toBe('- 6 4 0')
})

test('dice of any arrangement are typed with number and colour, and no key goes away', () => {
  const die: PoolDie = {
    name: 'any',
    faces: ['1k', '1r', '2k', '2r'],
    signs: ['1', '1', '2', '2'],
    colours: ['black', 'red', 'black', 'red'],
  }
  const thrown = [1, 2].map((position) => ({ position, die: 'any' }))
  const keys = keysFor([die, die], thrown).flat()
  expect(keys.map(({ text }) => text).sort()).toEqual(['1k', '1r', '2k', '2r'])
  expect(keys.find(({ text }) => text === '2r')).toMatchObject({ face: '2', colour: 'red' })
  expect(dieOf(die, 1, '2r')).toEqual({ position: 1, die: 'any', face: '2', colour: 'red' })
  const after = keys.filter((key) => free(key, [die], thrown.slice(1), ['2r']))
  expect(after.map(({ text }) => text).sort()).toEqual(['1k', '1r', '2k'])
})

test('two equal dice may show the same', () => {
  const key = { die: 'd6', face: '1', text: '1', colour: null }
  expect(free(key, POOL, all.slice(1), ['1'])).toBe(true)
  expect(free(key, POOL, all.slice(2), ['1', '1'])).toBe(false)
})
