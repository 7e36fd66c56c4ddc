import { waitFor } from '@testing-library/svelte'
import { expect, test, vi } from 'vitest'
import { api } from '~/api/client.ts'
import type { Games } from '~/api/types.ts'
import { gameOf, games, kindOfDie, levels, loadGames } from '~/app/games.svelte.ts'
import { library } from '../fixtures.ts'

const [first, ...others] = library.games
const told = (some: object): Games => ({ ...library, ...some })

test('the games that were told before are there at once, then those that are told now', async () => {
  let answer: (games: Games) => void = () => undefined
  vi.spyOn(api, 'games').mockReturnValue(new Promise((resolve) => (answer = resolve)))
  await loadGames('de')
  expect(games().map(({ key }) => key)).toEqual(library.games.map(({ key }) => key))
  answer(told({ games: others }))
  await waitFor(() => {
    expect(games().map(({ key }) => key)).toEqual(others.map(({ key }) => key))
  })
  expect(gameOf(first?.key ?? '')).toBeUndefined()
})

test('whoever comes for the first time waits for the games', async () => {
  localStorage.clear()
  vi.spyOn(api, 'games').mockResolvedValue(told({ games: others }))
  await loadGames('de')
  expect(games()).toEqual(others)
  expect(JSON.parse(localStorage.getItem('knobel.games.de') ?? '{}')).toMatchObject({ games: others })
})

test('a late answer in another language changes nothing', async () => {
  let answer: (games: Games) => void = () => undefined
  vi.spyOn(api, 'games').mockImplementation((language) =>
    language === 'en' ? new Promise((resolve) => (answer = resolve)) : Promise.resolve(told({})),
  )
  const english = loadGames('en')
  await loadGames('de')
  answer(told({ games: [] }))
  await english
  expect(games()).toHaveLength(library.games.length)
})

test('levels and dice are found by their names', () => {
  expect(levels().map(({ key }) => key)).toContain('cat')
  expect(kindOfDie('d10')?.faces).toHaveLength(10)
  expect(kindOfDie('coin')).toBeUndefined()
})
