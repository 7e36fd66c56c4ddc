import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { expect, test, vi } from 'vitest'
import { api } from '~/api/client.ts'
import { Refused } from '~/api/error.ts'
import type { Explored } from '~/api/shapes.ts'
import type { Games, MyTable } from '~/api/types.ts'
import ExplorePage from '~/explore/ExplorePage.svelte'
import { blank, fromHash, positionOf, toHash } from '~/explore/position.ts'
import Histogram from '~/me/Histogram.svelte'
import { barsOf, shareOf } from '~/me/histogram.ts'
import { fitting, kindsOf, percentile } from '~/me/kinds.ts'
import { example } from './examples.ts'
import games from './fixtures/games.json'

const perfect = {
  game: 'classic',
  who: 'perfect',
  seats: 1,
  options: {},
  exact: true,
  games: null,
  mean: 2.3,
  error: 0,
  deviation: 1,
  first: 1,
  chances: [0.2, 0.5, 0.1, 0.2],
  reach: [],
}

const found: Explored = {
  names: ['Spieler 1'],
  scene: example('classic', 'first').scene,
  places: [
    { key: 'ones', label: 'Einser', part: 'upper', choices: [0, 1, 2, 3, 4, 5], default: null },
    { key: 'chance', label: 'Chance', part: 'lower', choices: [0, 5, 6], default: null },
  ],
  throws: 3,
  value: 245.9,
  amount: '245,9 Punkte',
  objective: 'points',
  aim: '',
  exact: true,
  hint: null,
  odds: [{ key: 'chance', label: 'Chance', chance: 1, points: 23.3 }],
}

test('a position goes through its address unchanged, and anything else is no position', () => {
  const position = { ...blank('extreme', 2), dice: ['1', '2'], throws: 2, reach: 7 }
  expect(fromHash(toHash(position))).toEqual(position)
  for (const hash of ['', '%', 'x', '[]', 'null', '{"game":1}', '{"game":"classic"}', '{"game":"x","sheets":[]}']) {
    expect(fromHash(hash)).toBeNull()
  }
})

test('the position of a scene holds what stands on the sheet, not what follows from it', () => {
  const { scene } = example('extreme', 'middle')
  const position = positionOf(scene, scene.seats[0] ?? 0)
  const [marks] = position.sheets
  expect(position.sheets).toHaveLength(1)
  expect(position.dice).toHaveLength(6)
  expect(Object.keys(marks ?? {})).not.toContain('bonus')
  const sheet = scene.sheets.find(({ seat }) => seat === scene.seats[0])
  for (const { key, part, value } of sheet?.cells ?? []) {
    if (part !== 'bonus') expect(marks?.[key] ?? null).toBe(value)
  }
})

test('where the sheets of others count they come along, the one who decides first', () => {
  const { scene } = example('kribbeln', 'middle')
  const seat = scene.seats[0] ?? 0
  const { sheets } = positionOf(scene, seat)
  expect(sheets).toHaveLength(scene.sheets.length)
  const own = scene.sheets.find((one) => one.seat === seat)?.cells.find(({ key }) => key === 'task_1')
  expect(sheets[0]?.task_1 ?? null).toBe(own?.value)
  expect(Object.keys(sheets[0] ?? {}).some((key) => key.startsWith('total'))).toBe(false)
})

test('what is set up is asked for, and put into the address', async () => {
  vi.spyOn(api, 'games').mockResolvedValue(games as unknown as Games)
  const asked = vi.spyOn(api, 'explore').mockResolvedValue(found)
  render(ExplorePage, { ticket: '' })
  const box = await screen.findByLabelText('Einser')
  expect(screen.getByText('Zu erwarten: 245,9 Punkte')).toBeTruthy()
  await fireEvent.change(box, { target: { value: '3' } })
  await waitFor(() => {
    expect(asked.mock.lastCall?.[0].sheets).toEqual([{ ones: 3 }])
  })
  expect(fromHash(location.hash.slice(1))?.sheets).toEqual([{ ones: 3 }])
  for (let die = 0; die < 5; die += 1) await fireEvent.click(screen.getByRole('button', { name: '4' }))
  await waitFor(() => {
    expect(asked.mock.lastCall?.[0]).toMatchObject({ dice: ['4', '4', '4', '4', '4'], throws: 1 })
  })
  history.replaceState(null, '', '/')
})

test('a position that is none is explained where the answer would be', async () => {
  vi.spyOn(api, 'games').mockResolvedValue(games as unknown as Games)
  vi.spyOn(api, 'explore').mockRejectedValue(new Refused(422, 'bad_setup', 'Kein Feld ist offen.'))
  render(ExplorePage, { ticket: '' })
  expect((await screen.findByRole('alert')).textContent).toBe('Kein Feld ist offen.')
})

test('a result beats what is lower, not what is equal', () => {
  expect([0, 1, 2, 3, 4, 5, 9].map((score) => Math.round(percentile(perfect, score)))).toEqual([
    0, 0, 20, 70, 80, 100, 100,
  ])
})

test('the shares of all bars are all there is', () => {
  const bars = barsOf([1, 4], [perfect])
  expect(bars.reduce((sum, bar) => sum + shareOf(perfect, bar), 0)).toBeCloseTo(1)
})

test('games are compared with the same rules and as many players only where that counts', () => {
  const table = { mine: [0], names: ['a', 'b'], scores: [3, 4], options: {} } as unknown as MyTable
  const kinds = kindsOf([
    { ...table, game: 'classic' },
    { ...table, game: 'classic', names: ['a'] },
    { ...table, game: 'kribbeln' },
    { ...table, game: 'krisskross', options: { advanced: 'yes' } },
  ])
  expect(kinds.map(({ game, seats, option }) => [game, seats, option])).toEqual([
    ['classic', 0, null],
    ['kribbeln', 2, null],
    ['krisskross', 0, 'advanced'],
  ])
  const [classic, kribbeln, cross] = kinds
  expect(classic && fitting(classic, [perfect])).toHaveLength(1)
  const kribbelns = [2, 3].map((seats) => ({ ...perfect, game: 'kribbeln', seats }))
  expect(kribbeln && fitting(kribbeln, kribbelns).map(({ seats }) => seats)).toEqual([2])
  expect(classic && fitting(classic, [{ ...perfect, games: 499 }])).toEqual([])
  expect(cross && fitting(cross, [{ ...perfect, game: 'krisskross' }])).toEqual([])
})

test('own results stand beside those of perfect play, in words, as a picture and as a table', () => {
  render(Histogram, { scores: [3, 4], title: 'Classic', others: [perfect] })
  expect(screen.getByText('3: besser als 70 % der perfekten Spiele')).toBeTruthy()
  expect(screen.getByRole('img')).toBeTruthy()
  const table = within(screen.getByRole('table', { hidden: true }))
  expect(table.getByText('perfekt')).toBeTruthy()
})
