import { fireEvent, render, screen } from '@testing-library/svelte'
import { expect, test, vi } from 'vitest'
import { boardOf } from '~/games/index.ts'
import Dock from '~/table/Dock.svelte'
import { example } from '../examples.ts'

function dock(some: object = {}) {
  const acts = { throwAgain: vi.fn(), write: vi.fn(), touched: vi.fn() }
  const { tray } = example('extreme', 'middle').scene
  const props = {
    tray,
    fall: { number: 1, held: [] },
    active: true,
    busy: false,
    roll: null,
    chosen: null,
    status: 'warten',
  }
  return { ...acts, ...render(Dock, { ...props, ...acts, ...some }) }
}

const die = (position: number) => screen.getByRole('button', { name: new RegExp(`^Würfel ${position}:`) })
const held = (position: number) => die(position).getAttribute('aria-pressed') === 'true'
const main = () => screen.getByRole('button', { name: /werfen|Würfeln|los|warten|eintragen/ })

test('ten taps within a second all count', async () => {
  dock()
  for (let tap = 0; tap < 10; tap++) await fireEvent.pointerDown(die((tap % 5) + 1), { button: 0 })
  expect([1, 2, 3, 4, 5].map(held)).toEqual([false, false, false, false, false])
  for (const position of [2, 5, 6]) await fireEvent.pointerDown(die(position), { button: 0 })
  expect([1, 2, 3, 4, 5, 6].map(held)).toEqual([false, true, false, false, true, true])
})

test('two dice that show the same are told apart by position', async () => {
  const { throwAgain } = dock()
  await fireEvent.pointerDown(die(4), { button: 0 })
  await fireEvent.click(main())
  expect(throwAgain).toHaveBeenCalledWith('keep 4')
})

test('a finger counts once, though a click follows it', async () => {
  dock()
  await fireEvent.pointerDown(die(1), { button: 0 })
  await fireEvent.click(die(1), { detail: 1 })
  expect(held(1)).toBe(true)
})

test('the keyboard holds dice, by their number and by the button', async () => {
  dock()
  await fireEvent.keyDown(window, { key: '3' })
  await fireEvent.click(die(6), { detail: 0 })
  expect([3, 6].map(held)).toEqual([true, true])
})

test('what was held in the last throw stays held', () => {
  dock({ fall: { number: 3, held: [1, 6] } })
  expect([1, 2, 6].map(held)).toEqual([true, false, true])
})

test('with all dice held there is nothing to throw', async () => {
  dock()
  for (const position of [1, 2, 3, 4, 5, 6]) await fireEvent.pointerDown(die(position), { button: 0 })
  expect(main()).toHaveProperty('disabled', true)
})

test('a chosen move is what the button does, and touching a die takes that back', async () => {
  const { write, touched } = dock({ chosen: 'In Chance eintragen: 20' })
  await fireEvent.click(main())
  expect(write).toHaveBeenCalledOnce()
  await fireEvent.pointerDown(die(1), { button: 0 })
  expect(touched).toHaveBeenCalledOnce()
})

test('whoever is not asked can touch nothing', async () => {
  dock({ active: false })
  await fireEvent.pointerDown(die(1), { button: 0 })
  expect(held(1)).toBe(false)
  expect(main().textContent).toBe('warten')
})

test('every die says what it shows', () => {
  dock({ tray: example('kribbeln', 'middle').scene.tray })
  expect(die(1).querySelector('.sr-only')?.textContent).toMatch(/^Würfel 1: \d (schwarz|grün|blau|orange|gelb|rot)$/)
})

test('after the last throw dice can be picked up only where the board asks for them', async () => {
  const { tray } = example('master', 'middle').scene
  const { unmount } = dock({ tray: { ...tray, keep: null } })
  await fireEvent.pointerDown(die(2), { button: 0 })
  expect(held(2)).toBe(false)
  unmount()
  const { touched } = dock({ tray: { ...tray, keep: null }, picks: true })
  await fireEvent.pointerDown(die(2), { button: 0 })
  await fireEvent.pointerDown(die(4), { button: 0 })
  expect(touched).toHaveBeenLastCalledWith([2, 4])
})

test('the fourth throw is offered for a chip', () => {
  const { tray } = example('extreme', 'middle').scene
  const keep = { key: 'game.extreme.keep.chip', values: { n: 2 } }
  dock({ tray: { ...tray, keep }, paid: boardOf('extreme').paidThrow?.(keep) })
  expect(screen.getByRole('button', { name: /Chip/ }).textContent).toBe('Mit Chip neu werfennoch 2 Chips')
})

test('the button says why a move is worth nothing', () => {
  dock({ chosen: 'Full House streichen', because: 'kein Full House' })
  expect(screen.getByRole('button', { name: /streichen/ }).textContent).toContain('kein Full House')
})

test('dice of the turn before lie there, pale, until they are thrown', async () => {
  const { tray } = example('extreme', 'middle').scene
  const empty = { ...tray, throws: 0, dice: tray.dice.map((die) => ({ ...die, face: null })) }
  const { container, rerender } = dock({ tray })
  const drawn = () => [...container.querySelectorAll('.die')].map((die) => die.querySelector('svg')?.innerHTML)
  const before = drawn()
  await rerender({ tray: empty })
  expect(drawn()).toEqual(before)
  expect(container.querySelectorAll('.die.over')).toHaveLength(6)
  expect(container.querySelectorAll('[data-face]')).toHaveLength(0)
  expect(die(1).textContent).toContain('im Becher')
})

test('a throw that shows the same again is told again', async () => {
  const { tray } = example('extreme', 'middle').scene
  const { rerender } = dock({ tray: { ...tray, throws: 1 } })
  const first = screen.getByRole('status').textContent
  expect(first).toMatch(/^Wurf 1 von 3: /)
  await rerender({ busy: true })
  expect(screen.getByRole('status').textContent).toBe('')
  await rerender({ busy: false, tray: { ...tray, throws: 2 }, fall: { number: 3, held: [] } })
  expect(screen.getByRole('status').textContent).toBe(first.replace('Wurf 1', 'Wurf 2'))
})

test('a throw that ends the turn lies there to be seen, though the next one has all dice in the cup', async () => {
  const { tray } = example('extreme', 'middle').scene
  const shows = (face: string | null) => ({ ...tray, dice: tray.dice.map((die) => ({ ...die, face })) })
  const { container, rerender } = dock({ tray: shows('1'), fall: { number: 3, held: [] } })
  const drawn = () => container.querySelector('.die svg')?.innerHTML
  const one = drawn()
  await rerender({ tray: shows('6'), fall: { number: 4, held: [] } })
  expect(drawn()).not.toBe(one)
  const dice = shows('1').dice.slice(0, 1)
  await rerender({ tray: shows(null), fall: { number: 5, held: [], dice } })
  expect(drawn()).toBe(one)
  expect(die(1).textContent).toContain('im Becher')
})
