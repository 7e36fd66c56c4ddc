import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renewConnections } from '~/api/connections.ts'

let asked: { signal: AbortSignal; answer: () => void; fail: () => void }[] = []

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    signal.addEventListener('abort', () => reject(new DOMException('late', 'AbortError')))
    asked.push({ signal, answer: () => resolve(new Response()), fail: () => reject(new TypeError('gone')) })
    return promise
  })
})

afterEach(() => {
  vi.useRealTimers()
})

test('more are asked than can be dead, and when one answers all others are closed', async () => {
  const renewed = renewConnections(5000)
  expect(asked).toHaveLength(6)
  asked[5]?.answer()
  expect(await renewed).toBe(true)
  expect(asked.every(({ signal }) => signal.aborted)).toBe(true)
})

test('if none answers in time, all are closed', async () => {
  const renewed = renewConnections(5000)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await renewed).toBe(false)
  expect(asked.every(({ signal }) => signal.aborted)).toBe(true)
})

test('a server that is not there is told at once', async () => {
  const renewed = renewConnections(5000)
  for (const { fail } of asked) fail()
  expect(await renewed).toBe(false)
})
