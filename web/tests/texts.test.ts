import { expect, test } from 'vitest'
import { t } from '~/i18n/texts.svelte.ts'
import german from '~/texts/de.json'
import english from '~/texts/en.json'

const holes = (sentence: string) => [...sentence.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort()

test('both languages have the same texts in the same order', () => {
  expect(Object.keys(english)).toEqual(Object.keys(german))
})

test('both languages put in the same values', () => {
  for (const [key, sentence] of Object.entries(german)) {
    expect(holes(english[key as keyof typeof english]), key).toEqual(holes(sentence))
  }
})

test('nobody is shouted at', () => {
  for (const sentence of [...Object.values(german), ...Object.values(english)]) expect(sentence).not.toContain('!')
})

test('one of something has its own sentence', () => {
  expect(t('dock.throw_some', { n: 1 })).toBe('Einen Würfel neu werfen')
  expect(t('dock.throw_some', { n: 3 })).toBe('3 Würfel neu werfen')
})
