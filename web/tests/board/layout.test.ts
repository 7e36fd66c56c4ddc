import { expect, test } from 'vitest'
import type { Cell, Choice } from '~/api/types.ts'
import { partsOf, pathOf, placeIn } from '~/board/layout.ts'

function cell(key: string, part: string, label: string, more: Partial<Cell> = {}): Cell {
  const nothing = { value: null, struck: false, size: null, points: null, bonus: null, preview: null }
  const words = { key: 'coach.whole', values: { n: label } }
  return { key, label: words, part, ...nothing, reason: null, help: null, move: null, ...more }
}

function choice(move: string, cells: string[]): Choice {
  const label = { key: 'coach.whole', values: { n: move } }
  return { seat: 0, move, label, worth: null, reason: null, effects: [], cells, dice: [], after: {} }
}

test('cells lie in lists, lines and grids, by their keys and labels', () => {
  const line = ['2', '3', '4', '5'].map((label) => cell(`moor_${label}`, 'moor', label))
  const grid = ['a1', 'b1', 'a2', 'b2'].map((key) => cell(key, 'field', 'A long label'))
  const list = [cell('ones', 'upper', 'Ones'), cell('leaks', 'upper', '7')]
  const parts = partsOf([...line, ...grid, ...list])
  expect(parts.map(({ name, kind, cells }) => [name, kind, cells.length])).toEqual([
    ['moor', 'line', 4],
    ['field', 'grid', 4],
    ['upper', 'list', 2],
  ])
  expect(grid.map((one) => placeIn(grid, one))).toEqual([
    { column: 1, row: 1 },
    { column: 2, row: 1 },
    { column: 1, row: 2 },
    { column: 2, row: 2 },
  ])
})

test('a choice is made by touching its cells, unless another has the same', () => {
  const cells = [cell('a', 'x', 'A', { move: 'take a' }), cell('b', 'x', 'B')]
  const choices = [choice('take a', []), choice('both', ['b', 'a']), choice('one', ['b']), choice('other', ['b'])]
  expect(choices.map((one) => pathOf(one, choices, cells))).toEqual([['a'], ['b', 'a'], [], []])
})
