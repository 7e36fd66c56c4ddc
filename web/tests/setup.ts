import { configure } from '@testing-library/svelte'
import { beforeEach, vi } from 'vitest'
import { loadGames } from '~/app/games.svelte.ts'
import { speak } from '~/app/i18n.svelte.ts'
import { fixtureText } from './fixtures.ts'
import { PATIENCE } from './patience.ts'

configure({ asyncUtilTimeout: PATIENCE })

const games = fixtureText('games')
const german = fixtureText('texts.de')

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
  localStorage.setItem('knobel.texts.de', german)
  localStorage.setItem('knobel.games.de', games)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network in tests')))
  await Promise.all([speak('de'), loadGames('de')])
})
