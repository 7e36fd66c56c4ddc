import { describe, expect, test } from 'vitest'
import type { Consequences, TypedThrow } from '~/api/types.ts'
import { anew, dieMove, firstWords, newCorrection, writtenAt } from '~/table/correct.ts'
import { firstTyped } from '~/table/first_typed.ts'
import { example, threw } from '../examples.ts'

const label = { key: 'game.classic.box.chance', values: {} }
const CELL = { seat: 0, cell: 'chance', label, was: 20, now: 21 }
const TOLD: Consequences = {
  cells: [CELL, { ...CELL, seat: 1, now: null }],
  totals: [{ seat: 0, was: 20, now: 21 }],
  same: false,
  whole: true,
  reordered: false,
  again: null,
  waits: null,
  waiting: 0,
  dropped: 0,
}

describe('a correction', () => {
  test('of one die names the whole throw', () => {
    const typed: TypedThrow = { number: 7, dice: [2, 4], faces: ['3', '5'], witnessed: false }
    expect(dieMove(typed, 4, '6')).toBe('correct 7 - 3 6')
    expect(anew(dieMove(typed, 4, '6'))).toBe('correct 7 anew - 3 6')
  })

  test('that makes others wait tells what stands at once, and no totals', () => {
    expect(firstWords(TOLD, ['Anna', 'Ben'])).toHaveLength(3)
    expect(firstWords({ ...TOLD, whole: false }, ['Anna', 'Ben'])).toHaveLength(1)
  })

  test('is news once', () => {
    const before = example('classic', 'start')
    const told = { seq: 9, by: 1, seat: 0, dice: null, cells: [], totals: [] }
    const after = { ...before, corrections: [told] }
    expect(newCorrection(before, after)).toBe(told)
    expect(newCorrection(after, after)).toBeNull()
  })
})

describe('what was touched', () => {
  test.each([
    ['<section data-seat="1"><i data-written="fives"></i></section>', '1 fives'],
    ['<section data-seat="0"><i data-written="task_1 1"></i></section>', '1 task_1'],
    ['<section data-seat="0"><i data-written="row_3" data-enter="open"></i></section>', null],
    ['<section data-seat="0"><i></i></section>', null],
  ])('%s', (html, found) => {
    document.body.innerHTML = html
    expect(writtenAt(document.querySelector('i'))).toBe(found)
  })
})

describe('two devices that type the same throw', () => {
  const before = example('classic', 'start')
  const view = { ...before, you: [0], history: [{ ...threw(3, [1, 2], '5 6'), by: 1 }] }

  test('the second is told who was first, and may take its own', () => {
    const typed = {
      after: 0,
      faces: [
        [1, '5'],
        [2, '4'],
      ] as const,
    }
    expect(firstTyped(view, typed)).toMatchObject({ by: 1, instead: 'correct 3 - 5 4' })
  })

  test('what is the same, or half typed, is only shown', () => {
    expect(
      firstTyped(view, {
        after: 0,
        faces: [
          [1, '5'],
          [2, '6'],
        ],
      })?.instead,
    ).toBeNull()
    expect(firstTyped(view, { after: 0, faces: [[1, '4']] })?.instead).toBeNull()
  })

  test('nothing is said to the one who typed it, or who typed nothing', () => {
    expect(firstTyped({ ...view, you: [1] }, { after: 0, faces: [[1, '5']] })).toBeNull()
    expect(firstTyped(view, { after: 0, faces: [] })).toBeNull()
  })
})
