import { expect, test } from 'vitest'
import type { View } from '~/api/types.ts'
import { boardOf } from '~/games/index.ts'
import { spokenWords } from '~/table/spoken.ts'
import { example, moved, tale } from '../examples.ts'

const NAMES = ['Anna', 'Bert']

/** A view in which the seat that is asked is somebody's own, and later has written. */
function turns(written: readonly number[]): [View, View] {
  const view = example('classic', 'middle')
  const mine = view.scene.seats[0] ?? 0
  const before = { ...view, you: [mine] }
  const entries = written.map((by, at) => moved(900 + at, 'write chance', { seat: by }))
  return [before, { ...before, history: [...view.history, ...entries] }]
}

test('when all have had their turn between two views, it is said whose turn it is again', () => {
  const [before, after] = turns([0, 1])
  const written = before.scene.choices.slice(0, 2).map((choice, at) => ({ ...choice, seat: at }))
  const said = spokenWords(before, after, written, boardOf('classic'), NAMES)
  expect(said).toMatch(/^.+\. (Anna|Bert): .+\. Du bist dran$/)
})

test('whoever goes on alone is not told again that it is their turn', () => {
  const [before, after] = turns([0])
  const written = before.scene.choices.slice(0, 1).map((choice) => ({ ...choice, seat: before.you[0] ?? 0 }))
  expect(spokenWords(before, after, written, boardOf('classic'), NAMES)).not.toContain('dran')
})

test('what a move brought is said once, and as something done', () => {
  const view = tale('master_pairs')
  const before = { ...view, you: [0] }
  const row = view.scene.choices.filter(({ move }) => move === 'rows 3')
  const after = { ...before, history: [...view.history, moved(900, 'rows 3', { seat: 0 })] }
  const said = spokenWords(before, after, row, boardOf('master'), NAMES)
  expect(said).toMatch(/^Eingetragen: Reihe 3 auf Feld \d von 8$/)
})
