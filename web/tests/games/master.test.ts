import { fireEvent, within } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import type { Cell, View } from '~/api/types.ts'
import { coinWays, lit, served, tap } from '~/games/master/offers.ts'
import { announcements } from '~/games/master/announcements.ts'
import { example, tale } from '../examples.ts'
import { pointing } from './board.ts'

function board(view: View, picked: number[] = [], seat = 0) {
  const shown = pointing(view, { seat, mine: seat === 0, picked })
  return {
    ...shown,
    press: (name: string | RegExp) =>
      fireEvent.click(within(shown.container).getAllByRole('button', { name })[0] ?? shown.spot('')),
    lit: () => [...shown.container.querySelectorAll<HTMLElement>('[data-spot].lit')].map(({ dataset }) => dataset.spot),
    says: () => shown.container.querySelector('[role=status]')?.textContent,
  }
}

const { choices } = tale('master_pairs').scene
const choice = (move: string) => choices.find((found) => found.move === move) ?? null

test('dice picked up light the tracks they can move', () => {
  expect(board(tale('master_pairs')).lit()).toEqual(['row_3', 'row_5'])
  expect(board(tale('master_pairs'), [1, 2]).lit()).toEqual(['row_3'])
  expect(board(tale('master_pairs'), [4]).lit()).toEqual(['row_5'])
  expect(board(tale('master_pairs'), [1, 4]).lit()).toEqual(['row_3', 'row_5'])
})

test('what is chosen lights the tracks that go with it', () => {
  expect(lit(choices, choice('rows 3'), [])).toEqual(new Set(['row_3', 'row_5', 'lap_1']))
  expect(lit(choices, choice('rows 3 5'), [])).toEqual(new Set(['row_3', 'row_5']))
})

test('dice that serve nothing narrow nothing', () => {
  expect(served(choices, [5])).toEqual(choices)
  expect(served(choices, [3]).map(({ move }) => move)).not.toContain('rows 3')
})

test('tapping two tracks moves both, tapping one of them again takes it away', async () => {
  const { tap, chosen } = board(tale('master_pairs'))
  await tap('row_3')
  expect(chosen()).toBe('rows 3')
  await tap('row_5')
  expect(chosen()).toBe('rows 3 5')
  await tap('row_3')
  expect(chosen()).toBe('rows 5')
})

test('tapping a track that stands alone again makes the move', async () => {
  const { tap, written } = board(tale('master_pairs'))
  await tap('row_3')
  await tap('row_3')
  expect(written).toEqual(['rows 3'])
})

test('a row and coins go together in either order', async () => {
  const one = board(tale('master_pairs'))
  await one.tap('row_5')
  await one.press(/^Reihe 5 ziehen, Paar/)
  expect(one.chosen()).toBe('row 5 coins pair')
  one.unmount()
  const other = board(tale('master_pairs'))
  await other.press(/^Paar in die Münzreihe/)
  await other.tap('row_5')
  expect(other.chosen()).toBe('row 5 coins pair')
})

test('the ways to use coins are those that go with the rows tapped', () => {
  const laps = new Set(['lap_1'])
  const moves = (chosen: string | null) =>
    coinWays(choices, chosen === null ? null : choice(chosen), laps).map(({ move }) => move)
  expect(moves(null)).toEqual(['coins pair', 'coins two_pairs'])
  expect(moves('rows 3')).toEqual(['row 3 coins pair'])
  expect(moves('rows 3 5')).toEqual(['coins pair', 'coins two_pairs'])
})

test('a tap on what does not fit starts anew', () => {
  const { choices } = tale('master_star').scene
  const full = choices.find(({ move }) => move === 'task full_house') ?? null
  expect(tap(choices, full, 'row_3', [])?.move).toBe('rows 3')
})

test('every choice leads to the cells it changes before it is made', async () => {
  const { tap, says, spot, container } = board(tale('master_star'))
  await tap('row_3')
  expect(says()).toBe('Reihe 3 auf Feld 8 von 8, 4 Münzen, 1 Stern')
  expect(spot('row_3').querySelector('.sr-only')?.textContent).toBe('Reihe 3, Feld 7 von 8, käme auf Feld 8')
  expect(spot('row_3').querySelectorAll('.will')).toHaveLength(1)
  expect(container.querySelectorAll('.coins .will')).toHaveLength(4)
})

test('all choices stand in a list, with what they bring', () => {
  const view = tale('master_star')
  const { container } = board(view)
  const told = [...container.querySelectorAll('li')].map((line) => line.textContent.replaceAll(/\s+/g, ' ').trim())
  expect(told).toHaveLength(view.scene.choices.length)
  expect(told).toContain('Reihe 3 ziehen Reihe 3 auf Feld 8 von 8 · 4 Münzen · 1 Stern')
})

test('what cannot be used says why, and what the race still has for it', () => {
  const { container, spot } = board(tale('master_pairs'))
  const note = (key: string) => container.querySelector(`#${spot(key).getAttribute('popovertarget')}`)?.textContent
  expect(note('row_1')).toContain('Jetzt: liegt nur einmal, nötig ist zweimal')
  expect(note('full_house')).toContain('2 Münzen dazu')
})

test('whoever can do nothing may pass, and reads why', async () => {
  const { press, chosen, container } = board(tale('master_pass'))
  expect(container.querySelector('li')?.textContent).toContain('mit diesem Wurf ist keine Aktion möglich')
  await press(/^Aussetzen/)
  expect(chosen()).toBe('pass')
})

test('stars are counted towards the goal', () => {
  const view = example('master', 'over')
  const { container } = board(view)
  const total = view.scene.sheets[0]?.total ?? 0
  expect(container.querySelectorAll('.goal .won')).toHaveLength(total)
  expect(container.querySelector('.goal')?.textContent).toContain(`${total} von 15 Sternen`)
})

test('one stop of the tab key is enough for tasks and tracks', async () => {
  const { container } = board(tale('master_pairs'))
  const stops = [...container.querySelectorAll<HTMLElement>('[data-spot][tabindex="0"]')]
  expect(stops.map(({ dataset }) => dataset.spot)).toEqual(['row_3'])
  stops[0]?.focus()
  await fireEvent.keyDown(stops[0] ?? document.body, { key: 'ArrowLeft' })
  expect((document.activeElement as HTMLElement).dataset.spot).toBe('chance_low')
})

test('what a move finishes is told with what being fast brought, and nothing is told twice', () => {
  const { scene } = tale('master_star')
  const [sheet, ...others] = scene.sheets
  if (!sheet) throw new Error('there is no sheet')
  const won = (cell: Cell) => (cell.key === 'row_3' ? { ...cell, value: cell.size } : cell)
  const after = { ...scene, sheets: [{ ...sheet, cells: sheet.cells.map(won) }, ...others] }
  expect(announcements(scene, after).map(({ seat, words }) => [seat, words()])).toEqual([
    [0, 'Reihe 3 geschafft · zuerst am Tisch: 2 Münzen dazu'],
  ])
  expect(announcements(after, after)).toEqual([])
})

test('whoever has heard that a task is fulfilled hears only what being fast brought', () => {
  const { scene } = tale('master_pairs')
  const [sheet, ...others] = scene.sheets
  if (!sheet) throw new Error('nobody plays')
  const task = sheet.cells.find(({ part, bonus }) => part === 'tasks' && bonus)
  const won = (cell: Cell) => (cell === task ? { ...cell, value: cell.size } : cell)
  const after = { ...scene, sheets: [{ ...sheet, cells: sheet.cells.map(won) }, ...others] }
  expect(announcements(scene, after).map(({ aloud }) => aloud?.())).toEqual(['zuerst am Tisch: 2 Münzen dazu'])
})
