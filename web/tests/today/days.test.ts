import { afterEach, expect, test, vi } from 'vitest'
import type { View } from '~/api/types.ts'
import { begin, dayOf, daysAfter, finish, playedOn, tryAt } from '~/today/days.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** A table of a game of a day that is over. */
function ended(table: string, day: string, total: number): View {
  return { day, game: 'some-game', table, over: true, scene: { sheets: [{ total }] } } as unknown as View
}

test('a day is that on the calendar of this device, wherever it is', () => {
  const moment = new Date(Date.UTC(2026, 10, 17, 11, 30))
  const days = ['Pacific/Kiritimati', 'Europe/Berlin', 'Pacific/Pago_Pago', 'Etc/GMT+12'].map((zone) => {
    vi.stubEnv('TZ', zone)
    return dayOf(moment)
  })
  expect(days).toEqual(['2026-11-18', '2026-11-17', '2026-11-17', '2026-11-16'])
})

test('days follow one another over leap days, years and changes of clocks', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  expect(daysAfter('2028-02-28', 1)).toBe('2028-02-29')
  expect(daysAfter('2028-02-29', 1)).toBe('2028-03-01')
  expect(daysAfter('2026-02-28', 1)).toBe('2026-03-01')
  expect(daysAfter('2026-12-31', 1)).toBe('2027-01-01')
  expect([1, 2].map((days) => daysAfter('2026-03-28', days))).toEqual(['2026-03-29', '2026-03-30'])
  expect([-1, -2].map((days) => daysAfter('2026-10-26', days))).toEqual(['2026-10-25', '2026-10-24'])
})

test('a game that began before midnight stays one of the day on which it began', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 17, 23, 59) })
  const day = dayOf(new Date())
  begin(day, 'some-game', 'first')
  vi.setSystemTime(new Date(2026, 10, 18, 0, 1))
  finish(ended('first', day, 200))
  expect([playedOn('2026-11-17'), playedOn(dayOf(new Date()))]).toEqual([1, 0])
  expect(tryAt('2026-11-18', 'some-game')).toBeNull()
  vi.useRealTimers()
})

test('the first try at a game of a day counts, and what follows changes nothing', () => {
  begin('2026-11-17', 'some-game', 'first')
  begin('2026-11-17', 'some-game', 'second')
  finish(ended('second', '2026-11-17', 300))
  expect(tryAt('2026-11-17', 'some-game')).toEqual({ table: 'first', score: null })
  finish(ended('first', '2026-11-17', 200))
  expect(tryAt('2026-11-17', 'some-game')).toEqual({ table: 'first', score: 200 })
})
