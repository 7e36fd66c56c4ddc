import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FrontSheet } from '~/table/front_sheet.svelte.ts'
import { READING } from '~/table/view_facts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('the next sheet comes once what was written has been seen, and at once if nobody reads', () => {
  const front = new FrontSheet()
  front.turnTo(0, true)
  expect(front.open).toBe(0)
  front.turnTo(1, true)
  expect(front.open).toBe(0)
  vi.advanceTimersByTime(READING)
  expect([front.open, front.wanted?.seat]).toEqual([1, 1])
  front.turnTo(2, false)
  expect(front.open).toBe(2)
})

test('a sheet that somebody wishes to see stays', () => {
  const front = new FrontSheet()
  front.show(0)
  front.turnTo(1, true)
  front.show(2)
  vi.advanceTimersByTime(READING)
  expect(front.open).toBe(2)
})
