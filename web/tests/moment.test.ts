import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asked, choiceOf, keepMove, lastFall, rolls, undoable } from '~/table/moment.ts'
import { example, GAMES } from './examples.ts'

test('dice are held by position, in rising order, and none is said', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 6 })), (positions) => {
      const words = keepMove(positions).split(' ').slice(1)
      expect(words).toEqual(positions.length ? positions.toSorted((a, b) => a - b).map(String) : ['none'])
    }),
  )
})

test('the last throw tells which dice were held in it', () => {
  const view = example('extreme', 'middle')
  view.entries = [
    [1, '- 1 2 3 4 5 6'],
    [2, '0 keep 2 5'],
    [3, '- 1 1 1 1'],
  ]
  expect(lastFall(view)).toEqual({ number: 3, held: [2, 5] })
  view.entries = [
    [7, '1 write chance'],
    [8, '- 1 2 3 4 5 6'],
  ]
  expect(lastFall(view)).toEqual({ number: 8, held: [] })
  view.entries = []
  expect(lastFall(view)).toEqual({ number: 0, held: [] })
})

test('at the start of a game a seat throws, and in its middle it decides', () => {
  for (const game of ['extreme', 'master', 'hexhex', 'classic']) {
    expect(rolls(example(game, 'start'), 0)).toBe(true)
    expect(rolls(example(game, 'middle'), asked(example(game, 'middle')))).toBe(false)
  }
})

test('nobody is asked once the game is over', () => {
  for (const game of Object.keys(GAMES)) expect(asked(example(game, 'over'))).toBeNull()
})

test('a move can be taken back while it is the last thing that happened', () => {
  const view = example('classic', 'middle')
  view.entries.push([90, '0 write chance'])
  expect(undoable(view)).toBe(90)
  expect(undoable({ ...view, undo: 'off' })).toBeNull()
  view.entries.push([91, '- 1 2 3 4 5'])
  expect(undoable(view)).toBeNull()
})

test('every cell with a move has a choice that says what it does', () => {
  for (const game of Object.keys(GAMES)) {
    const { scene } = example(game, 'middle')
    for (const { seat, cells } of scene.sheets) {
      for (const { move } of cells) if (move) expect(choiceOf(scene, move, seat)?.move).toBe(move)
    }
  }
})
