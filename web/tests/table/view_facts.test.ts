import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { View } from '~/api/types.ts'
import { moveWords } from '~/table/move_words.ts'
import { asked, choiceOf, deed, keepMove, lastFall, pastThrows, rolls, undoable, wasteful } from '~/table/view_facts.ts'
import { boardOf } from '~/games/index.ts'
import { example, GAMES } from '../examples.ts'

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

test('a zero is wasteful only where it has a reason and something better is open', () => {
  const { scene } = example('classic', 'middle')
  const zero = scene.choices.filter(({ worth }) => worth === 0)
  const more = scene.choices.filter(({ worth }) => (worth ?? 0) > 0)
  expect(zero.map((choice) => wasteful(scene, choice))).toEqual(zero.map(() => true))
  expect(more.map((choice) => wasteful(scene, choice))).toEqual(more.map(() => false))
  expect(zero.some((choice) => wasteful({ ...scene, choices: zero }, choice))).toBe(false)
  // A symbol that brings nothing yet is no loss, nor is a row of Master.
  for (const game of ['krisskross', 'master'])
    for (const choice of example(game, 'middle').scene.choices)
      expect(wasteful(example(game, 'middle').scene, choice)).toBe(false)
})

/** The table after these entries, as somebody sees it who is not asked. */
function later(view: View, ...texts: string[]): View {
  const [last] = view.entries.at(-1) ?? [0]
  return {
    ...view,
    you: [1],
    entries: [...view.entries, ...texts.map((text, at): [number, string] => [last + 1 + at, text])],
  }
}

test('what somebody else wrote is told once, in words of the past', () => {
  const view = example('classic', 'middle')
  const paying = view.scene.choices.find(({ worth }) => (worth ?? 0) > 0)
  const found = deed(view, later(view, `0 ${paying?.move}`))
  expect(found?.choice).toEqual(paying)
  expect(found && moveWords(found.choice, ['Katze'], boardOf('classic').texts)).toMatch(
    new RegExp(`^Katze: .+, ${paying?.worth}$`),
  )
  const struck = deed(view, later(view, '0 write five_of_a_kind'))
  expect(struck && moveWords(struck.choice, ['Katze'], boardOf('classic').texts)).toBe('Katze: Fünf gleiche gestrichen')
})

test('holding is seen and not told, own moves are known, and what was missed is skipped', () => {
  const view = example('classic', 'middle')
  expect(deed(view, later(view, '0 keep 1', '- 1 2 3 4'))).toBeNull()
  expect(deed(view, { ...later(view, '0 write chance'), you: [0] })).toBeNull()
  expect(deed(view, later(view, '0 write chance', '- 1 2 3 4 5', '1 write ones'))).toBeNull()
  expect(deed(view, later(view))).toBeNull()
})

test('where all decide at once nobody is told what the others do', () => {
  const view = example('krisskross', 'middle')
  const [choice] = view.scene.choices
  expect(deed(view, later(view, `0 ${choice?.move}`))).toBeNull()
})

const d6 = { name: 'd6', faces: ['1', '2', '3', '4', '5', '6'], colours: null }
const POOL = [d6, d6, { name: 'd10', faces: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'], colours: null }]

test('throws of before are found with the dice that were in the cup, the newest first', () => {
  const view: View = {
    ...example('classic', 'start'),
    entries: [
      [1, '- 1 2 9'],
      [2, '0 keep 1 3'],
      [4, '- 5'],
      [5, '0 keep none'],
      [6, '- 3 3 3'],
      [7, '0 write chance'],
    ],
  }
  const found = pastThrows(view, POOL)
  expect(found.map(({ number }) => number)).toEqual([6, 4, 1])
  expect(found.map(({ dice }) => dice.map(({ position }) => position))).toEqual([[1, 2, 3], [2], [1, 2, 3]])
})

test('a throw of other dice than these cannot be corrected', () => {
  const view: View = { ...example('classic', 'start'), entries: [[1, '- 4 4']] }
  expect(pastThrows(view, POOL)).toEqual([])
})
