import { expect, test } from 'vitest'
import { unpack, used } from '../../src/device/memory.ts'

const PAGE = 1 << 16

function packed(memory: Uint8Array<ArrayBuffer>, parts: [number, number][]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap(([start, end]) => [...memory.subarray(start, end)]))
}

test('of memory only what holds anything is kept, and all of it comes back', () => {
  const memory = new Uint8Array(5 * PAGE + 100)
  memory.set([1, 2, 3], PAGE - 1)
  memory[3 * PAGE] = 4
  memory[memory.length - 1] = 5
  const parts = used(memory)
  expect(parts).toEqual([
    [0, 2 * PAGE],
    [3 * PAGE, 4 * PAGE],
    [5 * PAGE, memory.length],
  ])
  expect(unpack(packed(memory, parts), { whole: memory.length, parts })).toEqual(memory)
})

test('memory of which a part is missing is refused', () => {
  expect(() => unpack(new Uint8Array(10), { whole: PAGE, parts: [[0, PAGE]] })).toThrow()
})
