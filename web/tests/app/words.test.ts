import { expect, test } from 'vitest'
import { Refused } from '~/api/client.ts'
import { errorWords, namesOf } from '~/app/words.ts'
import { example } from '../examples.ts'

test('a free seat and who gave no name are called by number, and a bot that nobody named by its level', () => {
  const view = example('classic', 'start')
  const seat = {
    name: null,
    taken: false,
    commitment: null,
    nonce: null,
    person: false,
    away: false,
    left: null,
    face: null,
    bot: null,
    kept: false,
    online: null,
    offline_since: null,
  }
  view.seats = [{ ...seat, name: 'Anna' }, seat, { ...seat, name: 'bot owl', bot: 'owl' }]
  expect(namesOf(view)).toEqual(['Anna', 'Platz 2', 'Eule'])
  view.seats = [
    { ...seat, name: 'Anna' },
    { ...seat, name: 'Player 2' },
  ]
  expect(namesOf(view)).toEqual(['Anna', 'Platz 2'])
})

test.each(['rate_limited', 'stale', 'conflict', 'key_used', 'not_found', 'bad_move'])(
  'what is refused as %s is told in the language of whoever plays',
  (code) => {
    const told = errorWords(new Refused(409, code, 'an English sentence'))
    expect(told).toMatch(/ .* /)
    expect(told).not.toContain('English')
  },
)

test('what a program would print after a colon is a sentence on a page', () => {
  const text = { key: 'cli.keeps_none', values: {} }
  expect(errorWords(new Refused(422, 'bad_setup', '', { text }))).toBe('Alle Würfel neu')
})
