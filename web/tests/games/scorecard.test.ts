import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import { api } from '~/api/client.ts'
import type { Cell, Sheet, View } from '~/api/types.ts'
import { boardOf } from '~/games/index.ts'
import { say } from '~/app/i18n.svelte.ts'
import { namesOf } from '~/app/words.ts'
import { example } from '../examples.ts'

function sheetOf(view: View, seat = 0): Sheet {
  const sheet = view.scene.sheets[seat]
  if (!sheet) throw new Error('a table has a sheet')
  return sheet
}

function board(view: View, some: { seat?: number; mine?: boolean; chosen?: string | null } = {}) {
  const { seat = 0, mine = true, chosen = null } = some
  const sheet = sheetOf(view, seat)
  const choose = vi.fn()
  const props = { view, sheet, mine, names: namesOf(view), choose, chosen }
  return { choose, sheet, props, ...render(boardOf(view.game).sheet, props) }
}

const cells = (view: View) => sheetOf(view).cells
const box = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}, `) })

function change(view: View, key: string, some: Partial<Cell>): View {
  const cell = cells(view).find((one) => one.key === key)
  if (!cell) throw new Error(`there is no ${key}`)
  Object.assign(cell, some)
  return view
}

const CARDS = ['classic', 'extreme', 'hexhex']

beforeEach(() => {
  vi.useRealTimers()
})

test.each(CARDS)('every open box of %s says what it would give, and why that is nothing', (game) => {
  const view = example(game, 'first')
  board(view)
  for (const { label, preview, reason, move } of cells(view)) {
    if (move === null) continue
    const words = reason ? `offen, bringt jetzt 0: ${say(reason)}` : `offen, bringt jetzt ${preview}`
    expect(box(say(label).replace('+', '\\+')).querySelector('.sr-only')?.textContent).toBe(`${say(label)}, ${words}`)
  }
})

test.each(CARDS)('every open box of %s shows its worth before it is taken', (game) => {
  const view = example(game, 'first')
  const { container } = board(view)
  const shown = [...container.querySelectorAll('.preview')].map(({ textContent }) => Number(textContent))
  const worths = cells(view).flatMap(({ preview, move }) => (move === null ? [] : Number(preview)))
  expect(shown.sort()).toEqual(worths.sort())
})

test('what is written is read as written, and a struck box as struck', () => {
  const view = change(example('classic', 'first'), 'chance', { value: 23, move: null, preview: null })
  board(change(view, 'fives', { value: 0, struck: true, move: null, preview: null }))
  expect(box('Chance').querySelector('.sr-only')?.textContent).toBe('Chance, eingetragen: 23')
  expect(box('Fünfer').querySelector('.sr-only')?.textContent).toBe('Fünfer, gestrichen')
})

test('a box that cannot be written says what it asks for', async () => {
  const view = change(example('classic', 'first'), 'full_house', {
    value: 25,
    move: null,
    preview: null,
    reason: null,
  })
  const { choose } = board(view)
  await fireEvent.click(box('Full House'))
  expect(screen.getByRole('status').textContent).toBe(
    'Full House. ein Drilling und ein Paar, zwei verschiedene Zahlen: 25',
  )
  expect(choose).not.toHaveBeenCalled()
  await fireEvent.pointerDown(document.body)
  expect(screen.getByRole('status').textContent).toBe('')
})

test('a long touch asks about a box and does not point at it', async () => {
  vi.useFakeTimers()
  const { choose } = board(example('classic', 'first'))
  const chance = box('Chance')
  await fireEvent.pointerDown(chance, { button: 0 })
  await vi.advanceTimersByTimeAsync(500)
  await fireEvent.pointerUp(chance)
  await fireEvent.click(chance)
  expect(screen.getByRole('status').textContent).toMatch(/^Chance\. jeder Wurf passt/)
  expect(choose).not.toHaveBeenCalled()
})

test('a finger that moves on scrolls and asks nothing', async () => {
  vi.useFakeTimers()
  board(example('classic', 'first'))
  const chance = box('Chance')
  await fireEvent.pointerDown(chance, { button: 0, clientX: 20, clientY: 20 })
  await fireEvent.pointerMove(chance, { clientX: 20, clientY: 60 })
  await vi.advanceTimersByTimeAsync(500)
  expect(screen.getByRole('status').textContent).toBe('')
})

test('the menu key explains an open box together with why it is worth nothing', async () => {
  const view = change(example('classic', 'first'), 'full_house', {
    preview: 0,
    reason: { key: 'game.classic.reason.full_house', values: {} },
  })
  board(view)
  await fireEvent.contextMenu(box('Full House'))
  expect(screen.getByRole('status').textContent).toContain('Jetzt 0 Punkte: kein Full House')
})

test('the tab key finds one box, the arrows all others', async () => {
  const { container } = board(example('classic', 'first'))
  const stops = () => [...container.querySelectorAll<HTMLElement>('[tabindex="0"]')]
  expect(stops()).toEqual([box('Einser')])
  box('Einser').focus()
  for (const [key, name] of [
    ['ArrowRight', 'Dreierpasch'],
    ['ArrowDown', 'Viererpasch'],
    ['ArrowLeft', 'Zweier'],
    ['ArrowUp', 'Einser'],
    ['ArrowUp', 'Einser'],
    ['End', 'Chance'],
    ['Home', 'Einser'],
  ] as const) {
    await fireEvent.keyDown(document.activeElement ?? document.body, { key })
    expect(document.activeElement).toBe(box(name))
    expect(stops()).toEqual([box(name)])
  }
})

test('in Extreme the arrows cross the belt of bonus and chips', async () => {
  board(example('extreme', 'first'))
  box('Sechser').focus()
  const order = ['Bonus', 'Großes Full House', 'Sechs gleiche', 'Chips', 'Full House']
  for (const [at, key] of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowUp'].entries()) {
    await fireEvent.keyDown(document.activeElement ?? document.body, { key })
    expect(document.activeElement).toBe(box(order[at] ?? ''))
  }
})

test('the bonus tells how far it is and what it brought', async () => {
  const view = change(example('extreme', 'first'), 'bonus', { value: 41, points: 0 })
  const { rerender, props } = board(view)
  expect(box('Bonus').querySelector('.sr-only')?.textContent).toBe('Bonus, 41 von 73')
  expect(box('Bonus').textContent).toContain('41/73')
  const done = change(example('extreme', 'first'), 'bonus', { value: 75, points: 45 })
  await rerender({ ...props, view: done, sheet: sheetOf(done) })
  expect(box('Bonus').querySelector('.sr-only')?.textContent).toBe('Bonus, 75 von 73, geschafft, bringt 45')
})

test('spent chips leave their rings', () => {
  const { container } = board(change(example('extreme', 'first'), 'chips', { value: 1 }))
  expect(box('Chips').querySelector('.sr-only')?.textContent).toBe('Chips, noch 1 von 3')
  expect(container.querySelectorAll('.ring')).toHaveLength(3)
  expect(container.querySelectorAll('.chip')).toHaveLength(1)
})

test('chips lift when one of them could buy a throw', () => {
  const view = example('extreme', 'first')
  expect(board(view).container.querySelector('.offered')).toBeNull()
  view.scene.tray.keep = { key: 'game.extreme.keep.chip', values: { n: 3 } }
  expect(board(view).container.querySelector('.offered')).not.toBeNull()
})

test.each(['classic', 'extreme'])('the sums at the foot of %s are what stands above them', (game) => {
  const view = example(game, 'over')
  const { container, sheet } = board(view, { mine: false })
  const [above = 0, below = 0, total = 0] = [...container.querySelectorAll('dd')].map((sum) => Number(sum.textContent))
  const written = (part: string) =>
    sheet.cells.filter((cell) => cell.part === part).reduce((sum, cell) => sum + Number(cell.value), 0)
  expect(above).toBe(written('upper') + (sheet.cells.find(({ key }) => key === 'bonus')?.points ?? 0))
  expect(below).toBe(written('lower'))
  expect([above + below, total]).toEqual([sheet.total, sheet.total])
})

test('a pad of Hex-hex has five columns, and the game of the moment is in its own', () => {
  const view = example('hexhex', 'over')
  view.past = [
    { table: 'one', scores: [21, 30] },
    { table: 'two', scores: [17, 25] },
  ]
  vi.spyOn(api, 'view').mockRejectedValue(new Error('not for you'))
  const { container, sheet } = board(view)
  const foot = [...container.querySelectorAll('.foot .box')].map(({ textContent }) => textContent.trim())
  expect(foot.map((words) => words.replace(/^Spiel \d /, ''))).toEqual(['21', '17', String(sheet.total), '', ''])
  expect(container.textContent).toContain(`3 Spiele zusammen ${21 + 17 + sheet.total}`)
})

test('earlier games of a series stand on the pad, each on the sheet of who wrote it', async () => {
  const before = example('hexhex', 'over')
  const [first, second] = before.scene.sheets
  if (!first || !second) throw new Error('two play')
  const view = example('hexhex', 'start')
  // Everybody moved up a seat: who sits at 0 now sat at 1 then.
  view.past = [{ table: 'earlier', scores: [second.total, first.total] }]
  vi.spyOn(api, 'view').mockResolvedValue(before)
  const { container } = board(view)
  await waitFor(() => {
    const written = [...container.querySelectorAll('[data-spot] .written')].map(({ textContent }) => textContent)
    expect(written).toEqual(second.cells.filter(({ struck }) => !struck).map(({ value }) => String(value)))
  })
})

test('after five games the pad has a new page', () => {
  const view = example('hexhex', 'start')
  view.past = Array.from({ length: 6 }, (_, at) => ({ table: `page${at}`, scores: [at, at] }))
  vi.spyOn(api, 'view').mockRejectedValue(new Error('not for you'))
  const { container } = board(view)
  expect(container.querySelector('.games')?.textContent.replaceAll(/\s/g, '')).toBe('678910')
})

test('the sheet of somebody else reads as a table, a row for each box', () => {
  const view = example('extreme', 'over')
  const { container, sheet } = board(view, { seat: 1, mine: false })
  const read = within(container)
  for (const { label, value, part, struck } of sheet.cells) {
    if (part !== 'lower') continue
    const row = read.getByRole('rowheader', { name: say(label) }).closest<HTMLElement>('[role=row]')
    if (!row) throw new Error(`${say(label)} stands in no row`)
    expect(within(row).getByRole('cell').textContent).toBe(struck ? 'gestrichen' : `eingetragen: ${value}`)
  }
})

test('what was just written is marked for a moment, what stood there before is not', async () => {
  vi.useFakeTimers()
  const view = example('classic', 'middle')
  const { container, props, rerender } = board(view)
  expect(container.querySelectorAll('.fresh')).toHaveLength(0)
  const after = change(example('classic', 'middle'), cells(view).find(({ move }) => move)?.key ?? '', {
    value: 20,
    move: null,
  })
  await rerender({ ...props, view: after, sheet: sheetOf(after) })
  expect([...container.querySelectorAll('.fresh')].map((box) => box.textContent.trim())).toEqual(['20'])
  vi.advanceTimersByTime(3000)
  await Promise.resolve()
  expect(container.querySelectorAll('.fresh')).toHaveLength(0)
  vi.useRealTimers()
})
