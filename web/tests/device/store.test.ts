import { expect, test, vi } from 'vitest'
import { allHeads, ownKey, write } from '~/device/store.ts'

test('where the browser keeps nothing there is no room for a game, and that is said', async () => {
  expect('indexedDB' in globalThis).toBe(false)
  expect(await write('[{"table":"a","after":null,"log":[],"head":{}}]')).toBe('full')
  expect(await allHeads()).toEqual([])
  expect(await ownKey()).toHaveLength(43)
})

test('a storage that the browser has closed is opened again', async () => {
  const databases: { onclose?: () => void; transaction: () => unknown }[] = []
  const later = <T>(request: T & { onsuccess?: () => void }): T => {
    queueMicrotask(() => request.onsuccess?.())
    return request
  }
  const open = () => {
    const result = { transaction: () => ({ objectStore: () => ({ getAll: () => later({ result: [] }) }) }) }
    databases.push(result)
    return later({ result })
  }
  vi.stubGlobal('indexedDB', { open })
  await allHeads()
  await allHeads()
  expect(databases).toHaveLength(1)
  databases[0]?.onclose?.()
  await allHeads()
  expect(databases).toHaveLength(2)
  vi.unstubAllGlobals()
})
