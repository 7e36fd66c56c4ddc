import { describe, expect, test } from 'vitest'
import { latest } from '~/api/latest.ts'

describe('hear', () => {
  test('tells what was answered, or what went wrong', async () => {
    const heard: unknown[] = []
    latest(Promise.resolve(1), (told) => heard.push(told))
    const wrong = new Error('no')
    latest(
      Promise.reject(wrong),
      () => undefined,
      (error) => heard.push(error),
    )
    await Promise.resolve()
    await Promise.resolve()
    expect(heard).toEqual([1, wrong])
  })

  test('a late answer does not replace a newer one', async () => {
    let shown = ''
    const slow = Promise.withResolvers<string>()
    const stop = latest(slow.promise, (told) => (shown = told))
    stop()
    latest(Promise.resolve('new'), (told) => (shown = told))
    slow.resolve('old')
    await slow.promise
    await Promise.resolve()
    expect(shown).toBe('new')
  })
})
