import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { View } from '~/api/types.ts'
import { moveWords } from '~/table/move_words.ts'
import {
  asked,
  choiceOf,
  keepMove,
  lastOwn,
  lastUndoable,
  pastThrows,
  rolls,
  wasteful,
  writtenAsOffered,
  wrote,
  wroteUnoffered,
} from '~/table/view_facts.ts'
import { boardOf } from '~/games/index.ts'
import { example, GAMES, moved, threw } from '../examples.ts'

test('dice are held by position, in rising order, and none is said', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 6 })), (positions) => {
      const words = keepMove(positions).split(' ').slice(1)
      expect(words).toEqual(positions.length ? positions.toSorted((a, b) => a - b).map(String) : ['none'])
    }),
  )
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

test('the newest own move can be taken back where the table says so', () => {
  const history = [moved(88, 'write ones', { seat: 1 }), moved(90, 'write chance'), threw(91, [1, 2], '1 2', 1)]
  const view: View = { ...example('classic', 'middle'), history, undo: 'ask' }
  expect(lastOwn(view)).toBe(90)
  expect(lastUndoable(view)).toBeNull()
  expect(lastUndoable({ ...view, undoable: { free: [], ask: [90] } })).toBe(90)
  expect(lastUndoable({ ...view, undoable: { free: [90], ask: [] } })).toBe(90)
  expect(lastUndoable({ ...view, undo: 'free', undoable: { free: [90], ask: [] } })).toBeNull()
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
function later(view: View, ...entries: View['history']): View {
  return { ...view, you: [1], history: [...view.history, ...entries] }
}

/** More than any entry of the examples has. */
const LATE = 900

test('what was written is known by its choice, and told in words of the past', () => {
  const view = example('classic', 'middle')
  const paying = view.scene.choices.find(({ worth }) => (worth ?? 0) > 0)
  const words = (move: string) =>
    writtenAsOffered(view, later(view, moved(LATE, move))).map((one) =>
      moveWords(one, ['Katze'], boardOf('classic').texts),
    )
  expect(words(paying?.move ?? '')).toEqual([expect.stringMatching(`^Katze: .+: ${paying?.worth} eingetragen$`)])
  expect(words('write five_of_a_kind')).toEqual(['Katze: Fünf gleiche gestrichen'])
})

test('holding writes nothing, and what was not offered yet has to be asked for', () => {
  const view = example('classic', 'middle')
  const held = later(view, moved(LATE, 'keep 1', { held: [1] }), threw(LATE + 1, [2, 3], '1 2'))
  expect(writtenAsOffered(view, held)).toEqual([])
  expect(wroteUnoffered(view, held)).toBe(false)
  const both = later(view, moved(LATE, 'write five_of_a_kind'), moved(LATE + 1, 'write ones', { seat: 1 }))
  expect(writtenAsOffered(view, both)).toHaveLength(1)
  expect(wroteUnoffered(view, both)).toBe(true)
  expect(wroteUnoffered(view, later(view, moved(LATE, 'write five_of_a_kind')))).toBe(false)
})

test('a pencil is heard when something is written, not when dice are held', () => {
  const view = example('classic', 'middle')
  expect(wrote(view, later(view, moved(LATE, 'write chance')))).toBe(true)
  expect(wrote(view, later(view, moved(LATE, 'keep 1', { held: [1] }), threw(LATE + 1, [2], '1')))).toBe(false)
  expect(wrote(view, later(view))).toBe(false)
})

const d6 = { name: 'd6', faces: ['1', '2', '3', '4', '5', '6'], colours: null }
const POOL = [d6, d6, { name: 'd10', faces: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'], colours: null }]

test('throws of before are found with the dice that fell, the newest first', () => {
  const history = [
    threw(1, [1, 2, 3], '1 2 9'),
    moved(2, 'keep 1 3', { held: [1, 3] }),
    threw(4, [2], '5'),
    moved(7, 'write chance'),
  ]
  const found = pastThrows({ ...example('classic', 'start'), history }, POOL)
  expect(found.map(({ number, faces }) => [number, faces.join(' ')])).toEqual([
    [4, '5'],
    [1, '1 2 9'],
  ])
  expect(found.map(({ dice }) => dice.map(({ die }) => die))).toEqual([['d6'], ['d6', 'd6', 'd10']])
})
