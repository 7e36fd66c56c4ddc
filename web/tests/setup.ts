import { configure } from '@testing-library/svelte'
import { beforeEach, vi } from 'vitest'
import { loadGames } from '~/app/games.svelte.ts'
import { speak } from '~/app/i18n.svelte.ts'
import games from './fixtures/games.json'
import german from './fixtures/texts.de.json'
import { PATIENCE } from './patience.ts'

configure({ asyncUtilTimeout: PATIENCE })

// What jsdom lacks. Nothing moves in tests.
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: query.includes('reduce'),
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}))
Element.prototype.scrollIntoView = () => undefined

beforeEach(async () => {
  localStorage.clear()
  localStorage.setItem('knobel.texts.de', JSON.stringify(german))
  localStorage.setItem('knobel.games.de', JSON.stringify(games))
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network in tests')))
  await Promise.all([speak('de'), loadGames('de')])
})
