import { expect, test } from 'vitest'
import { diceWords } from '~/dice/faces.ts'

const dice = (...faces: string[]) => faces.map((face, at) => ({ position: at + 1, die: 'd6', face, colour: null }))

test('dice are said as short as they can be', () => {
  expect(diceWords(dice('5', '5', '2'))).toBe('5 5 2')
  expect(diceWords(dice('frog', 'mash', 'frog'))).toBe('2\u00a0× Frosch, Kartoffelbrei')
  expect(diceWords(dice('5', '5').map((die) => ({ ...die, colour: 'red' })))).toBe('2\u00a0× 5 rot')
})
