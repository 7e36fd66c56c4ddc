import { render } from '@testing-library/svelte'
import { tick } from 'svelte'
import { expect, test } from 'vitest'
import type { View } from '~/api/types.ts'
import { speak } from '~/app/i18n.svelte.ts'
import { boardOf } from '~/games/index.ts'
import { Happenings } from '~/table/happenings.svelte.ts'
import Log from '~/table/Log.svelte'
import { writtenAsOffered } from '~/table/view_facts.ts'
import { example, moved } from '../examples.ts'
import { fixtureText } from '../fixtures.ts'

/** More than any entry of the examples has. */
const LATE = 900
const NAMES = ['Anna', 'Bert']

function later(view: View, you: number[]): View {
  const choice = view.scene.choices.find(({ worth }) => worth !== null && worth > 0)
  return { ...view, you, history: [...view.history, moved(LATE, choice?.move ?? '', { seat: choice?.seat ?? 0 })] }
}

/** The happenings of a page after two views, as far as the first tells what was written. */
function happened(before: View, after: View, happenings = new Happenings()): Happenings {
  happenings.take(before, after, writtenAsOffered(before, after), boardOf(before.game), NAMES)
  return happenings
}

test('what somebody writes stands in the log of everybody, and is told to those who did not', () => {
  const view = example('classic', 'middle')
  const seat = view.scene.seats[0] ?? 0
  const [mine, theirs] = [happened(view, later(view, [seat])), happened(view, later(view, [1 - seat]))]
  expect(mine.log.map(({ words }) => words())).toEqual(theirs.log.map(({ words }) => words()))
  expect(mine.log).toHaveLength(1)
  expect(mine.news).toEqual([])
  expect(theirs.news.map(({ words }) => words())).toEqual(theirs.log.map(({ words }) => words()))
})

test('of several who wrote at once, or all together, nobody is told; the log has them all', () => {
  const view = example('classic', 'middle')
  const written = view.scene.choices.slice(0, 2).map((choice, at) => ({ ...choice, seat: at }))
  const happenings = new Happenings()
  happenings.take(view, later(view, []), written, boardOf('classic'), NAMES)
  expect(happenings.log).toHaveLength(2)
  expect(happenings.news).toEqual([])
  const together = example('krisskross', 'middle')
  expect(happened(together, later(together, [])).news).toEqual([])
})

test('what a line brought is told to whom it belongs, and stands in the log of all', () => {
  const before = example('krisskross', 'start')
  const after = { ...example('krisskross', 'over'), history: before.history }
  const happenings = happened(before, { ...after, you: [1] })
  expect(new Set(happenings.log.map(({ seat }) => seat))).toEqual(new Set([0, 1]))
  expect(new Set(happenings.news.map(({ seat }) => seat))).toEqual(new Set([1]))
  // Ten lines at once would hide the table.
  expect(happenings.news).toHaveLength(3)
})

test('the log begins with what was done before the page looked, once, and tells nothing twice', () => {
  const view = example('classic', 'middle')
  const choice = view.scene.choices[0]
  if (!choice) throw new Error('nothing can be done')
  const happenings = happened(view, later(view, []), new Happenings(view.table))
  const last = view.history.at(-1)?.number ?? 0
  const made = [last, LATE].map((number) => ({ number, seat: 1, label: choice.label, effects: [] }))
  happenings.recall(made, boardOf('classic'), NAMES)
  happenings.recall(made, boardOf('classic'), NAMES)
  expect(happenings.log).toHaveLength(2)
  expect(happenings.log.at(-1)?.seat).toBe(1)
})

test('the log is told in the language of the moment, what was done long ago as well', async () => {
  localStorage.setItem('knobel.texts.en', fixtureText('texts.en'))
  const before = example('krisskross', 'start')
  const after = { ...example('krisskross', 'over'), history: before.history, you: [1] }
  const happenings = happened(before, after)
  const choice = before.scene.choices[0]
  if (!choice) throw new Error('nothing can be done')
  happenings.recall([{ ...choice, number: 0 }], boardOf('krisskross'), NAMES)
  const { container } = render(Log, { view: after, names: NAMES, log: happenings.log })
  const lines = () => [...container.querySelectorAll('li')].map((line) => line.textContent.trim())
  const german = lines()
  await speak('en')
  await tick()
  expect(lines()).toHaveLength(german.length)
  for (const [at, line] of lines().entries()) expect(line).not.toBe(german[at])
})
