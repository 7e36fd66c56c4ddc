import { describe, expect, test } from 'vitest'
import { blocksOf } from '~/rules/markdown.ts'
import { EMPTY, gridWidth, next, thrown } from '~/rules/example_dice.ts'

const pool = Array.from({ length: 2 }, () => ({ name: 'd3', faces: ['1', '2', '3'], colours: null }))

describe('examples of a rules page', () => {
  test('stand where their fences stand', () => {
    expect(blocksOf('Dice:\n\n```score tasks=2 blue\n1 2\n```\n\nMore').map(({ kind }) => kind)).toEqual([
      'paragraph',
      'example',
      'paragraph',
    ])
  })

  test('a die turns to its next face, and on to the first', () => {
    expect(next(['1', '3'], 0, pool, false)).toEqual(['2', '3'])
    expect(next(['1', '3'], 1, pool, false)).toEqual(['1', '1'])
  })

  test('more cells than dice are a grid, and a cell may be empty', () => {
    const grid = ['1', EMPTY, '3', '2']
    expect(gridWidth(['1', '2'], pool)).toBeNull()
    expect(gridWidth(grid, pool)).toBe(2)
    expect(next(grid, 2, pool, true)).toEqual(['1', EMPTY, EMPTY, '2'])
    expect(next(grid, 1, pool, true)).toEqual(['1', '1', '3', '2'])
  })

  test('a throw shows a face of every die', () => {
    for (const face of thrown(pool)) expect(pool[0]?.faces).toContain(face)
  })
})
