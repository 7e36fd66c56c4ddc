import { render, screen } from '@testing-library/svelte'
import { expect, test, vi } from 'vitest'
import { api } from '~/api/client.ts'
import type { Games } from '~/api/types.ts'
import { games, loadGames } from '~/app/games.svelte.ts'
import HomePage from '~/home/HomePage.svelte'
import { library } from '../fixtures.ts'

test('there is a box for every game that the server tells, in its order, with its picture, seats and minutes', () => {
  const { container } = render(HomePage)
  const boxes = [...container.querySelectorAll('[data-game]')]
  expect(boxes.map((box) => box.getAttribute('data-game'))).toEqual(games().map(({ key }) => key))
  for (const [at, box] of boxes.entries()) {
    expect(box.querySelector('.lid svg')?.childElementCount).toBeGreaterThan(0)
    expect(box.querySelector('.facts')?.textContent).toMatch(new RegExp(`Spieler ${games()[at]?.minutes} Min\\.$`))
  }
})

test('a game that brings nothing is drawn with its own dice', async () => {
  const dice = ['sun', '7'].map((face) => ({ name: `die of ${face}`, faces: [face], colours: null }))
  const told = { ...library, games: [{ ...library.games[0], key: 'unheard', dice }] }
  vi.spyOn(api, 'games').mockResolvedValue(told as unknown as Games)
  localStorage.clear()
  await loadGames('de')
  const { container } = render(HomePage)
  expect([...container.querySelectorAll('.lid text')].map((text) => text.textContent)).toEqual(['sun', '7'])
})

test('without any games it says why', async () => {
  vi.spyOn(api, 'games').mockResolvedValue({ ...library, games: [] })
  localStorage.clear()
  await loadGames('de')
  render(HomePage)
  expect(screen.getByRole('alert').textContent).toMatch(/^Keine Verbindung/)
})
