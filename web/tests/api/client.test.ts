import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, passes, Refused, Unreachable } from '~/api/client.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A server that takes every request and answers none. */
function hangs(_: unknown, { signal }: RequestInit): Promise<Response> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
  })
}

const body = new ReadableStream<Uint8Array>({ start: () => undefined })

/** A server that begins an answer and never ends it. */
function stops(_: unknown, { signal }: RequestInit): Promise<Response> {
  const answer = new Response(body, { headers: { 'Content-Type': 'application/json' } })
  vi.spyOn(answer, 'json').mockImplementation(() => hangs(_, { signal: signal ?? null }))
  return Promise.resolve(answer)
}

test.each([hangs, stops])('no request waits for ever: %o', async (server) => {
  vi.stubGlobal('fetch', server)
  const asked = api.view('abc').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10_000)
  const error = await asked
  expect(error).toBeInstanceOf(Unreachable)
  expect(passes(error)).toBe(true)
})

test('thinking has the time that the server gives it', async () => {
  vi.stubGlobal('fetch', hangs)
  let over = false
  const asked = api.review('abc', 'de').catch((error: unknown) => {
    over = true
    return error
  })
  await vi.advanceTimersByTimeAsync(61_000)
  expect(over).toBe(false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await asked).toBeInstanceOf(Unreachable)
})

test('an answer in time is an answer, and nothing is left running', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ seq: 5 })))
  expect(await api.view('abc')).toEqual({ seq: 5 })
  expect(vi.getTimerCount()).toBe(0)
})

test('only what may pass is worth another try', () => {
  expect(passes(new Refused(503, 'busy', ''))).toBe(true)
  expect(passes(new Refused(409, 'stale', ''))).toBe(false)
  expect(passes(new Error())).toBe(false)
})
