import { fireEvent, screen } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import type { Choice, View } from '~/api/types.ts'
import { say } from '~/app/i18n.svelte.ts'
import { boardOf } from '~/games/index.ts'
import { example } from '../examples.ts'
import { pointing } from './board.ts'

function board(view: View, seat = 0, mine = true) {
  const shown = pointing(view, { seat, mine })
  return {
    ...shown,
    cell: shown.spot,
    lit: () => [...shown.container.querySelectorAll<HTMLElement>('.lit')].map(({ dataset }) => dataset.spot ?? ''),
    hovering: () =>
      Object.fromEntries(
        [...shown.container.querySelectorAll<HTMLElement>('[data-spot]:has(.die)')].map(({ dataset, textContent }) => [
          dataset.spot ?? '',
          textContent.trim().split(' ').at(-1),
        ]),
      ),
  }
}

const own = (view: View) => view.scene.choices.filter(({ seat }) => seat === 0)

/** A moment in which two different symbols lie on the table. */
function mixed(): View {
  const view = example('krisskross', 'middle')
  const [one, other] = view.scene.tray.dice
  if (!one || one.face === other?.face) throw new Error('the example should show two different symbols')
  return view
}

/** The first choice, of those that leave these cells alone. */
function choiceWithout(view: View, ...keys: string[]): Choice {
  const found = own(view).find(({ cells }) => !cells.some((cell) => keys.includes(cell)))
  if (!found) throw new Error('the example should leave more room')
  return found
}

const twoCells = ({ cells: [first = '', second = ''] }: Choice) => [first, second] as const

test('before a cell is touched all that can be used are lit', () => {
  const view = mixed()
  const { lit } = board(view)
  expect(new Set(lit())).toEqual(new Set(own(view).flatMap(({ cells }) => cells)))
})

test('after the first cell only those are lit that go with it, each with its worth', async () => {
  const view = mixed()
  const { tap, lit, cell } = board(view)
  const [start] = twoCells(choiceWithout(view))
  await tap(start)
  const onwards = own(view).filter(({ cells }) => cells[0] === start)
  expect(new Set(lit())).toEqual(new Set(onwards.map(({ cells }) => cells[1])))
  for (const { cells, worth } of onwards) {
    expect(cell(cells[1] ?? '').textContent).toContain(`frei, bringt ${worth}`)
    expect(cell(cells[1] ?? '').querySelector('.preview')?.textContent).toBe(`+${worth}`)
  }
})

test('every choice can be made by touching its cells in their order', async () => {
  const view = mixed()
  const { tap, choose } = board(view)
  for (const choice of own(view)) {
    for (const key of twoCells(choice)) await tap(key)
    expect(choose).toHaveBeenLastCalledWith(choice.move)
    await fireEvent.keyDown(window, { key: 'Escape' })
  }
})

test('both symbols hover, and touching them swaps them', async () => {
  const view = mixed()
  const choice = choiceWithout(view)
  const [first, second] = twoCells(choice)
  const { tap, hovering, chosen } = board(view)
  const words = (key: string) => say({ key: `symbol.${String(choice.after[key])}`, values: {} })
  await tap(first)
  expect(hovering()).toEqual({ [first]: words(first) })
  await tap(second)
  expect(hovering()).toEqual({ [first]: words(first), [second]: words(second) })
  await tap(second)
  expect(hovering()).toEqual({ [first]: words(second), [second]: words(first) })
  expect(chosen()).toBe(`place ${second} ${first}`)
  await tap(first)
  expect(chosen()).toBe(choice.move)
})

test('lines show what they would be worth', async () => {
  const view = mixed()
  const best = own(view).reduce((one, other) => ((other.worth ?? 0) > (one.worth ?? 0) ? other : one))
  const { tap, cell, container } = board(view)
  for (const key of twoCells(best)) await tap(key)
  const lines = Object.entries(best.after).filter(([key]) => !best.cells.includes(key))
  expect(lines.length).toBeGreaterThan(0)
  for (const [key, points] of lines) {
    expect(cell(key).querySelector('.preview')?.textContent).toBe(String(points))
    expect(cell(key).textContent).toContain(`dann ${points}`)
  }
  expect(container.querySelector('.total .preview')?.textContent).toBe(`+${best.worth}`)
})

test('a cell elsewhere begins anew, and nothing is pointed at any more', async () => {
  const view = mixed()
  const [first, second] = twoCells(choiceWithout(view))
  const away = choiceWithout(view, first, second)
  const { tap, chosen, hovering } = board(view)
  await tap(first)
  await tap(second)
  await tap(away.cells[0] ?? '')
  expect(chosen()).toBeNull()
  expect(Object.keys(hovering())).toEqual([away.cells[0]])
})

test('the cell touched first can be let go', async () => {
  const view = mixed()
  const [first] = twoCells(choiceWithout(view))
  const { tap, hovering } = board(view)
  await tap(first)
  await tap(first)
  expect(hovering()).toEqual({})
})

test('the keyboard goes from cell to cell, and Enter writes what hovers', async () => {
  const view = mixed()
  const choice = choiceWithout(view)
  const [first, second] = twoCells(choice)
  const { tap, cell, written } = board(view)
  await tap(first)
  await tap(second)
  cell(second).focus()
  await fireEvent.keyDown(cell(second), { key: 'Enter' })
  expect(written).toEqual([choice.move])
  cell('b2').focus()
  for (const [key, spot] of [
    ['ArrowRight', 'c2'],
    ['ArrowDown', 'c3'],
    ['ArrowLeft', 'b3'],
    ['ArrowUp', 'b2'],
  ] as const) {
    await fireEvent.keyDown(document.activeElement ?? document.body, { key })
    expect(document.activeElement).toBe(cell(spot))
  }
})

test('a filled cell says its symbol and does nothing', async () => {
  const view = mixed()
  const { tap, cell, choose } = board(view)
  expect(cell('a3').textContent.trim()).toMatch(/^Startfeld a3, \w+$/)
  expect(cell('a3').getAttribute('aria-disabled')).toBe('true')
  await tap('a3')
  expect(choose).not.toHaveBeenCalled()
})

test('a game begins with a symbol that nobody has', async () => {
  const view = example('krisskross', 'start')
  const { choose, hovering } = board(view)
  for (const { move, label } of own(view)) {
    await fireEvent.click(screen.getByRole('button', { name: say(label) }))
    expect(choose).toHaveBeenLastCalledWith(move)
    expect(Object.keys(hovering())).toEqual(['a3'])
  }
})

test('the end of a line says what counts', async () => {
  const { cell } = board(mixed())
  await fireEvent.click(cell('row_1'))
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    'Reihe 1. gleiche Symbole nebeneinander: 2 → 2, 3 → 3, 4 → 6, 5 → 10',
  )
})

test('the advanced game has its diagonals at the corners', () => {
  const view = mixed()
  for (const { cells } of view.scene.sheets) {
    const line = cells.find(({ key }) => key === 'row_1')
    if (!line) throw new Error('a grid has rows')
    line.value = -5
    for (const which of ['down', 'up']) {
      const key = `diagonal_${which}`
      cells.push({ ...line, key, label: { key: `game.krisskross.${key}`, values: {} }, value: 3 })
    }
  }
  const { cell } = board(view)
  expect([cell('diagonal_down'), cell('diagonal_up')].map(({ dataset }) => [dataset.row, dataset.column])).toEqual([
    ['6', '6'],
    ['0', '6'],
  ])
  expect(cell('row_1').querySelector('.written')?.textContent).toBe('−5')
})

test('a line that is full is marked, tells what it earned, and is told once', () => {
  const view = example('krisskross', 'over')
  const { scene } = view
  const { container } = board(view, 0, false)
  const [sheet] = scene.sheets
  const full = sheet?.cells.filter(({ part, reason }) => part === 'lines' && reason) ?? []
  expect(full.length).toBeGreaterThan(0)
  expect(container.querySelectorAll('.full')).toHaveLength(full.length)
  const before = example('krisskross', 'start').scene
  const told = boardOf('krisskross').announcements?.(before, scene, []) ?? []
  expect(told.filter(({ seat }) => seat === 0)).toHaveLength(full.length)
  for (const { words } of told) expect(words()).toMatch(/ voll.*, −?\d+ Punkte$/)
  expect(boardOf('krisskross').announcements?.(scene, scene, [])).toEqual([])
})
