import fc from 'fast-check'
import { expect, test } from 'vitest'
import { format, sayIn, t, type Catalogue, type OwnTexts } from '~/app/i18n.svelte.ts'
import ownGerman from '~/app/texts/de.json'
import ownEnglish from '~/app/texts/en.json'
import { english, fixture, german, type Said } from '../fixtures.ts'

const vectors = fixture('say') as Said[]
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

/** The words of the app, and those that the folders of games bring. */
const BROUGHT = import.meta.glob<OwnTexts>('../../src/games/*/texts.json', { eager: true, import: 'default' })
const PAIRS: [string, Catalogue, Catalogue][] = [
  ['app', ownGerman, ownEnglish],
  ...Object.entries(BROUGHT).map(([path, { de, en }]): [string, Catalogue, Catalogue] => [path, de, en]),
]

const holes = (sentence: string) => [...sentence.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort()

test.each(PAIRS)('the words of %s are the same in both languages, in the same order', (_, de, en) => {
  expect(Object.keys(en)).toEqual(Object.keys(de))
})

test.each(PAIRS)('the words of %s put in the same values in both languages', (_, de, en) => {
  for (const [key, sentence] of Object.entries(de)) expect(holes(en[key] ?? ''), key).toEqual(holes(sentence))
})

test('nobody is shouted at', () => {
  expect(PAIRS.length).toBeGreaterThan(4)
  for (const [, de, en] of PAIRS)
    for (const sentence of [...Object.values(de), ...Object.values(en)]) expect(sentence).not.toContain('!')
})

test('one of something has its own sentence', () => {
  expect(t('dock.throw_some', { n: 1 })).toBe('Einen Würfel neu werfen')
  expect(t('dock.throw_some', { n: 3 })).toBe('3 Würfel neu werfen')
})
