import { fireEvent, render, within } from '@testing-library/svelte'
import { expect, test, vi } from 'vitest'
import type { Text, View } from '~/api/types.ts'
import { boardOf } from '~/games/index.ts'
import { areasOf, pictureOf } from '~/games/kribbeln/sheet.ts'
import { say } from '~/app/i18n.svelte.ts'
import { namesOf } from '~/app/words.ts'
import { german } from '../fixtures.ts'
import { example, tale } from '../examples.ts'

const ROWS = 10

function sheet(view: View, some: object = {}) {
  const choose = vi.fn()
  const own = view.scene.sheets[0]
  if (!own) throw new Error('a table has a sheet')
  const props = { view, sheet: own, mine: true, names: namesOf(view), choose, chosen: null, ...some }
  return { choose, ...render(boardOf('kribbeln').sheet, props) }
}

function desk(view: View) {
  const board = boardOf('kribbeln').desk
  if (!board) throw new Error('Kribbeln has a desk')
  const choose = vi.fn()
  const { sheets } = view.scene
  return { choose, ...render(board, { view, sheets, names: namesOf(view), choose, chosen: null }) }
}

/** The cells of the line with this label, as text. */
function line(container: HTMLElement, label: string): string[] {
  const row = [...container.querySelectorAll('tr')].find((row) =>
    row.querySelector('[scope=row]')?.textContent.includes(label),
  )
  if (!row) throw new Error(`there is no line ${label}`)
  return [...row.querySelectorAll('td :is(.entry, .sum)')].map((cell) =>
    cell.textContent.replaceAll(/\s+/g, ' ').trim(),
  )
}

test('every kind of task has a picture that shows its colours', () => {
  const colours = { a: 'red', b: 'blue', c: 'green' }
  const kinds = Object.entries(german).filter(([key]) => /^game\.kribbeln\.task\.\d+$/.test(key))
  expect(kinds).toHaveLength(16)
  for (const [key, words] of kinds) {
    const named = Object.entries(colours).filter(([name]) => words.includes(`{${name}}`))
    const values = Object.fromEntries(
      named.map(([name, colour]): [string, Text] => [name, { key: `colour.${colour}`, values: {} }]),
    )
    const drawn = pictureOf({ key, values })?.signs.flatMap((sign) => (sign.as === 'die' ? [sign.colour] : []))
    expect(drawn, key).toEqual(named.map(([, colour]) => colour))
  }
})

test('no two kinds of task look the same', () => {
  const values = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, { key: `colour.${name}`, values: {} }]))
  const pictures = Array.from({ length: 16 }, (_, at) =>
    JSON.stringify(pictureOf({ key: `game.kribbeln.task.${at + 1}`, values })),
  )
  expect(new Set(pictures).size).toBe(16)
})

test('there are three areas with ten rows, and a total after each', () => {
  const areas = areasOf(example('kribbeln', 'start').scene.sheets, false)
  expect(areas.map(({ part }) => part)).toEqual(['red', 'yellow', 'blue'])
  expect(areas.flatMap(({ lines }) => lines.filter(({ kind }) => kind !== 'total'))).toHaveLength(ROWS)
  for (const { lines } of areas) expect(lines.at(-1)?.kind).toBe('total')
})

test('the row in play is the first that somebody has still to fill', () => {
  const current = (view: View) =>
    areasOf(view.scene.sheets, view.over).flatMap(({ lines }) => lines.filter(({ now }) => now).map(({ key }) => key))
  expect(current(example('kribbeln', 'start'))).toEqual(['task_1'])
  expect(current(tale('kribbeln_dodge'))).toEqual(['task_2'])
  expect(current(example('kribbeln', 'over'))).toEqual([])
})

test('a task explains itself on a tap, and says why it is not met', () => {
  const view = tale('kribbeln_dodge')
  const { container } = sheet(view)
  const now = container.querySelector('[aria-current=true]')
  const head = now?.querySelector('button[popovertarget]')
  const note = container.querySelector(`#${head?.getAttribute('popovertarget')}`)
  expect(head?.getAttribute('aria-describedby')).toBe(note?.id)
  expect(note?.textContent).toContain('mehr Würfel sind schwarz als grün')
  expect(note?.textContent).toContain('Jetzt: Aufgabe nicht erfüllt')
})

test('a scored row shows what was entered and the points of the place', () => {
  const { container } = sheet(tale('kribbeln_dodge'))
  expect(line(container, '0 × blau')).toEqual(['35 →3 3 Punkte', 'X →0 0 Punkte', '34 →2 2 Punkte'])
})

test('a mark tells on a tap whom it beat', () => {
  const { container } = sheet(tale('kribbeln_dodge'))
  const marks = [...container.querySelectorAll('td button:has(.points)')]
  const notes = marks.map((mark) => container.querySelector(`#${mark.getAttribute('popovertarget')} p`)?.textContent)
  expect(notes).toContain('Anna: 35 schlägt Bert und Clara, 3 Punkte')
  expect(notes).toContain('Bert: ein X, keine Punkte')
})

test('when a row is scored it is told who won it against whom', () => {
  const view = tale('kribbeln_dodge')
  const { scene } = view
  const open = {
    ...scene,
    sheets: scene.sheets.map((one) => ({
      ...one,
      cells: one.cells.map((cell) => (cell.key === 'task_1' ? { ...cell, points: null, reason: null } : cell)),
    })),
  }
  const { announcements } = boardOf('kribbeln')
  const told = announcements?.(open, scene, namesOf(view)) ?? []
  expect(told.map(({ seat, words }) => [seat, words()])).toEqual([
    [null, '0 × blau – Anna: 35 schlägt Bert und Clara, 3 Punkte'],
  ])
  expect(announcements?.(scene, scene, namesOf(view))).toEqual([])
})

test('a scored row tells on a tap who beats whom', () => {
  const view = tale('kribbeln_dodge')
  const [one, two, three] = namesOf(view)
  const { container } = sheet(view)
  const head = [...container.querySelectorAll('[scope=row] button')].find((head) =>
    head.textContent.includes('0 × blau'),
  )
  const lines = [...container.querySelectorAll(`#${head?.getAttribute('popovertarget')} p`)]
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'kein Würfel ist blau',
    `${one}: 35 schlägt ${two} und ${three}, 3 Punkte`,
    `${two}: ein X, keine Punkte`,
    `${three}: 34 schlägt ${two}, 2 Punkte`,
  ])
})

test('an X and a dodge are offered side by side, each with what it does', async () => {
  const { container, choose } = sheet(tale('kribbeln_dodge'))
  const x = within(container).getByRole('button', { name: /^X eintragen/ })
  const dodge = within(container).getByRole('button', {
    name: /^Ausweichen: 35 in Kribbelfeld 1. sofort ein zweiter Versuch/,
  })
  await fireEvent.click(x)
  await fireEvent.click(dodge)
  expect(choose.mock.calls).toEqual([['strike'], ['dodge']])
})

test('what a dodge does besides is said as soon as it is pointed at', () => {
  const { container } = sheet(tale('kribbeln_dodge'), { chosen: 'dodge' })
  expect(container.querySelector('[role=status]')?.textContent).toBe(
    'sofort ein zweiter Versuch an der Aufgabe, mit drei Würfen',
  )
})

test('on a desk every player has a column, and only own cells can be touched', () => {
  const view = tale('kribbeln_dodge')
  const { container } = desk(view)
  expect(
    [...container.querySelectorAll('[scope=col] .who > :last-child')].map(
      (name) => name.textContent.trim().split(' ')[0],
    ),
  ).toEqual(namesOf(view))
  expect(container.querySelectorAll('button[aria-pressed]')).toHaveLength(2)
  view.you = [1]
  expect(desk(view).container.querySelectorAll('button[aria-pressed]')).toHaveLength(0)
})

test('the last total grows with the game', () => {
  const { container } = desk(tale('kribbeln_dodge'))
  expect(line(container, say({ key: 'game.kribbeln.final', values: {} }))).toEqual(['3', '0', '2'])
})

test('one stop of the tab key is enough for a sheet, and the arrows lead on', async () => {
  const { container } = sheet(tale('kribbeln_dodge'))
  const stops = [...container.querySelectorAll<HTMLElement>('button[tabindex="0"]')]
  expect(stops.map(({ dataset }) => dataset.spot)).toEqual(['task_2 0'])
  stops[0]?.focus()
  await fireEvent.keyDown(stops[0] ?? document.body, { key: 'ArrowDown' })
  expect((document.activeElement as HTMLElement).dataset.spot).toBe('kribbel_1 0')
})
