import fc from 'fast-check'
import { expect, test } from 'vitest'
import { format, sayIn, type Catalogue } from '~/i18n/say.ts'
import vectors from './fixtures/say.json'
import german from './fixtures/texts.de.json'
import english from './fixtures/texts.en.json'

const CATALOGUES: Record<string, Catalogue> = { de: german, en: english }

test('every text of a scene is said exactly as Python says it', () => {
  expect(vectors.length).toBeGreaterThan(500)
  for (const { text, language, names, said } of vectors) {
    expect(sayIn(CATALOGUES[language] ?? {}, text, names)).toBe(said)
  }
})

test('a text that no catalogue knows is shown by its key instead of breaking the page', () => {
  expect(sayIn({}, { key: 'box.new', values: {} })).toBe('box.new')
})

test('values are put in as they are, whatever they contain', () => {
  fc.assert(fc.property(fc.string(), (value) => format('<{a}>', { a: value }) === `<${value}>`))
})
