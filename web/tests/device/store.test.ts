import { expect, test } from 'vitest'
import { allHeads, ownKey, write } from '~/device/store.ts'

test('where the browser keeps nothing there is no room for a game, and that is said', async () => {
  expect('indexedDB' in globalThis).toBe(false)
  expect(await write('[{"table":"a","after":null,"log":[],"head":{}}]')).toBe('full')
  expect(await allHeads()).toEqual([])
  expect(await ownKey()).toHaveLength(43)
})
