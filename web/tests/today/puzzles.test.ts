import { beforeEach, expect, test } from 'vitest'
import { answer, answerTo, streak } from '~/today/puzzles.ts'

beforeEach(() => localStorage.clear())

test('the first answer to a puzzle counts', () => {
  expect(answerTo('a', 1)).toBeNull()
  answer('a', 1, false, null)
  answer('a', 1, true, null)
  expect(answerTo('a', 1)).toBe(false)
})

test('a streak ends with a day that was missed or answered wrong, and today may still be open', () => {
  expect(streak('2026-03-02')).toBe(0)
  answer('a', 1, true, '2026-02-27')
  answer('a', 2, true, '2026-02-28')
  answer('a', 3, true, '2026-03-01')
  expect(streak('2026-03-01')).toBe(3)
  expect(streak('2026-03-02')).toBe(3)
  expect(streak('2026-03-03')).toBe(0)
  answer('a', 4, false, '2026-03-02')
  expect(streak('2026-03-02')).toBe(0)
})
