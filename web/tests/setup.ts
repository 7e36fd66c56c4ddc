import { beforeEach, vi } from 'vitest'
import { speak } from '~/i18n/texts.svelte.ts'
import german from './fixtures/texts.de.json'

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
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network in tests')))
  await speak('de')
})
