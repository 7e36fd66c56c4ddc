import { expect, test } from 'vitest'
import { clockWords } from '~/lobby/clock_words.ts'

test('the time to think is said as people say it', () => {
  expect([null, 30, 60, 600, 86_400].map(clockWords)).toEqual([
    'ohne Uhr',
    '30 Sekunden',
    'eine Minute',
    '10 Minuten',
    'ein Tag',
  ])
})
