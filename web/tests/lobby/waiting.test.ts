import { fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '~/api/client.ts'
import type { View } from '~/api/types.ts'
import { see } from '~/check/pins.ts'
import Waiting from '~/lobby/Waiting.svelte'
import { example } from '../examples.ts'

const SEAL = 'ab'.repeat(32)
const look = vi.fn()

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ now: 1_000_000 })
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** All are seated; the device of the second has not opened what it brings. */
function opening(table: string): View {
  const view = example('classic', 'start')
  return { ...view, table, seal: SEAL, started: false, you: [0], opening: { seats: [1], until: 1_030_000 } }
}

test('the seal is shown while people wait', () => {
  render(Waiting, { view: opening('one'), look })
  expect(screen.getByText('abababab … abababab')).toBeTruthy()
  expect(screen.getByText(SEAL)).toBeTruthy()
})

test('a game is started without a device that does not answer, but not at once', async () => {
  const start = vi.spyOn(api, 'start').mockResolvedValue({ seq: 9 })
  render(Waiting, { view: opening('two'), look })
  expect(screen.getAllByText('das Gerät antwortet noch nicht')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Ohne diese Zahl anfangen' })).toBeNull()
  await vi.advanceTimersByTimeAsync(30_000)
  await fireEvent.click(screen.getByRole('button', { name: 'Ohne diese Zahl anfangen' }))
  expect(start).toHaveBeenCalledWith('two')
})

test('another seal than the one that was kept is told before anything else', () => {
  see(opening('three'))
  render(Waiting, { view: { ...opening('three'), seal: 'cd'.repeat(32) }, look })
  expect(screen.getByRole('alert').textContent).toContain('ausgetauscht')
  // What was kept is what is shown.
  expect(screen.getByText(SEAL)).toBeTruthy()
})
