import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ARRIVAL, inTime } from '~/app/pages.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('gives up a part of the app that never arrives, so that somebody can try again', async () => {
  const late = inTime(new Promise(() => undefined)).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(ARRIVAL)
  expect(await late).toBeInstanceOf(Error)
})

it('waits for nothing once a part is there, or is known not to come', async () => {
  expect(await inTime(Promise.resolve('page'))).toBe('page')
  await expect(inTime(Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(vi.getTimerCount()).toBe(0)
})
