import { expect, test } from 'vitest'
import type { MyTable } from '~/api/types.ts'
import { due } from '~/app/reminders.ts'

const table = { waiting: true, over: false, away: false, clock: 86_400 } as MyTable

test('one is reminded of tables with a slow clock that wait for this device, and of no others', () => {
  expect(due([table])).toEqual([table])
  expect(
    due([
      { ...table, clock: null },
      { ...table, clock: 60 },
    ]),
  ).toEqual([])
  expect(
    due([
      { ...table, waiting: false },
      { ...table, over: true },
      { ...table, away: true },
    ]),
  ).toEqual([])
})
