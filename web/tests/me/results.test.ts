import { render, screen, within } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import type { MyTable } from '~/api/types.ts'
import Histogram from '~/me/Histogram.svelte'
import { barsOf, fitting, kindsOf, percentile, shareOf } from '~/me/results.ts'

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
  expect(screen.getByText(/^Besser als 80\s% der perfekten Spiele/)).toBeTruthy()
  expect(screen.getByRole('img')).toBeTruthy()
  const table = within(screen.getByRole('table', { hidden: true }))
  expect(table.getByText('perfekt')).toBeTruthy()
})
