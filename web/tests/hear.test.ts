import { describe, expect, test } from 'vitest'
import { hear } from '~/api/hear.ts'

describe('hear', () => {
  test('tells what was answered, or what went wrong', async () => {
    const heard: unknown[] = []
    hear(Promise.resolve(1), (told) => heard.push(told))
    const wrong = new Error('no')
    hear(
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
    const stop = hear(slow.promise, (told) => (shown = told))
    stop()
    hear(Promise.resolve('new'), (told) => (shown = told))
    slow.resolve('old')
    await slow.promise
    await Promise.resolve()
    expect(shown).toBe('new')
  })
})
