import { expect, test } from 'vitest'
import { changed } from '~/api/changes.ts'
import type { Change, View } from '~/api/types.ts'
import { fixture } from '../fixtures.ts'

interface Course {
  first: View
  changes: Change[]
  last: View
}

const COURSES = Object.entries(fixture('changes') as Record<string, Course>)

test.each(COURSES)('%s: who applies all changes sees the whole table', (_, { first, changes, last }) => {
  const before = structuredClone(first)
  let view: View | null = first
  for (const change of changes) view = changed(view, change)
  expect(view).toEqual(last)
  // Views are never changed themselves: a board may still draw the one before.
  expect(first).toEqual(before)
})

test.each(COURSES)('%s: what did not change stays the very same', (_, { first, changes }) => {
  const [change] = changes
  const next = change && changed(first, change)
  expect(next?.scene.sheets[1]).toBe(first.scene.sheets[1])
  expect(next?.past).toBe(first.past)
})

test.each(COURSES)('%s: a change of another view is none of this', (_, { first, changes }) => {
  const [, second] = changes
  expect(second && changed(first, second)).toBeNull()
  expect(second && changed(null, second)).toBeNull()
})
