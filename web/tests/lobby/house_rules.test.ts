import { expect, test } from 'vitest'
import { houseRules } from '~/lobby/house_rules.ts'

test('what is played otherwise than usual is told in words, and nothing where all is as usual', () => {
  expect(houseRules({ game: 'classic', options: { strict: 'no', begins: 'first' } })).toEqual([])
  expect(houseRules({ game: 'classic', options: { strict: 'yes', joker: 'yes', begins: 'lot' } })).toEqual([
    'Streng streichen',
    'Joker',
    'Wer beginnt: das Los',
  ])
  expect(houseRules({ game: 'krisskross', options: { edition: 'criss' } })).toEqual(['Ausgabe: älter: 2, 3, 8, 10'])
  expect(houseRules({ game: 'kribbeln', options: { tasks: '1 green; …', arrangement: 'any' } })).toEqual([
    'Eigene Aufgaben',
  ])
})
