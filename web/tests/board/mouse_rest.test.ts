import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mouseRest } from '~/board/mouse_rest.ts'

const ask = vi.fn()
const leave = vi.fn()
let box: HTMLElement
let gone: ReturnType<ReturnType<typeof mouseRest>>

function pointer(name: string, kind = 'mouse'): void {
  box.dispatchEvent(Object.assign(new Event(name), { pointerType: kind }))
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  box = document.createElement('div')
  gone = mouseRest(ask, leave)(box)
})

afterEach(() => {
  gone?.()
  vi.useRealTimers()
})

test('a mouse that rests on a box asks what it is, until it goes', () => {
  pointer('pointerenter')
  expect(ask).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(ask).toHaveBeenCalledOnce()
  pointer('pointerleave')
  expect(leave).toHaveBeenCalledOnce()
})

test('a mouse that passes by or presses asks nothing', () => {
  pointer('pointerenter')
  pointer('pointerleave')
  pointer('pointerenter')
  pointer('pointerdown')
  vi.runAllTimers()
  expect([ask.mock.calls, leave.mock.calls]).toEqual([[], []])
})

test('a finger does not rest, it presses', () => {
  pointer('pointerenter', 'touch')
  vi.runAllTimers()
  expect(ask).not.toHaveBeenCalled()
})
