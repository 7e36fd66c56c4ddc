import { beforeEach, expect, test } from 'vitest'
import type { View } from '~/api/types.ts'
import { commitmentTo } from '~/check/check.ts'
import { commit, committed, findings, opened, pinOf, see, toOpen } from '~/check/pins.ts'
import { example } from '../examples.ts'

const SEAL = 'ab'.repeat(32)
let table = ''
let count = 0

beforeEach(() => {
  localStorage.clear()
  count += 1
  table = `table${count}`
})

const free = { taken: false, commitment: null, nonce: null }

/** A table for two before it starts: both seats free, unless said. */
function waiting(seats: Partial<View['seats'][number]>[] = [free, free], more: Partial<View> = {}): View {
  const view = example('classic', 'start')
  return {
    ...view,
    table,
    seal: SEAL,
    dice: 'checked 2',
    started: false,
    you: [0],
    seats: view.seats.map((seat, at) => ({ ...seat, ...seats[at] })),
    ...more,
  }
}

/** Both have committed: this device, and another. */
function complete(more: Partial<View> = {}): View {
  const { commitment } = commit(table, SEAL)
  committed(table)
  const seats = [
    { taken: true, commitment: commitment ?? null, nonce: null },
    { taken: true, commitment: 'cd'.repeat(32), nonce: null },
  ]
  return waiting(seats, { opening: { seats: [0, 1], until: 0 }, ...more })
}

test('the seal and the own number are kept before anything is sent', () => {
  const { commitment } = commit(table, SEAL)
  const pin = pinOf(table)
  expect(pin).toMatchObject({ seal: SEAL, committed: false, opened: false })
  expect(pin?.nonce).toMatch(/^[0-9a-f]{32}$/)
  expect(commitment).toBe(commitmentTo(SEAL, pin?.nonce ?? ''))
  expect(JSON.parse(localStorage.getItem(`knobel.pin.${table}`) ?? '')).toEqual(pin)
})

test('sitting down again commits to the same number', () => {
  expect(commit(table, SEAL)).toEqual(commit(table, SEAL))
})

test('at a table without seal nothing is committed to', () => {
  expect(commit(table, null)).toEqual({})
  expect(pinOf(table)).toBeNull()
})

test('the first seal stays, and a later one is told', () => {
  see(waiting())
  const other = waiting([free, free], { seal: 'ef'.repeat(32) })
  see(other)
  expect(pinOf(table)?.seal).toBe(SEAL)
  expect(findings(waiting())).toEqual([])
  expect(findings(other)).toEqual(['seal'])
  expect(findings(waiting([free, free], { seal: null }))).toEqual(['seal'])
})

test('the number is opened when all have committed, and not before', () => {
  const view = complete()
  expect(toOpen({ ...view, opening: null })).toBeNull()
  // What all have committed to is kept first.
  expect(toOpen(view)).toBeNull()
  see(view)
  expect(toOpen(view)).toBe(pinOf(table)?.nonce)
})

test('no number is opened for another seal, or if somebody commits to something else in the end', () => {
  const view = complete()
  see(view)
  expect(toOpen({ ...view, seal: 'ef'.repeat(32) })).toBeNull()
  const changed = view.seats.map((seat, at) => (at === 1 ? { ...seat, commitment: 'ef'.repeat(32) } : seat))
  expect(toOpen({ ...view, seats: changed })).toBeNull()
  const left = view.seats.map((seat, at) => (at === 1 ? { ...seat, taken: false } : seat))
  expect(toOpen({ ...view, seats: left })).toBeNull()
})

test('a device that brought nothing opens nothing', () => {
  const view = complete()
  localStorage.clear()
  table = 'elsewhere'
  const other = { ...view, table }
  see(other)
  expect(toOpen(other)).toBeNull()
})

test('once the game runs, the dice are compared with what was promised', () => {
  const view = complete()
  see(view)
  opened(table)
  const nonce = pinOf(table)?.nonce ?? ''
  const dice = (...nonces: string[]) => ({
    ...view,
    started: true,
    dice: ['checked', '2', table, SEAL, ...nonces].join(' '),
  })
  expect(findings(dice(nonce, `-${'cd'.repeat(32)}`))).toEqual([])
  expect(findings(dice('00'.repeat(16), `-${'cd'.repeat(32)}`))).toEqual(['number', 'others'])
})

test('an imported game is not compared with a table of the same name', () => {
  see(waiting())
  expect(findings(waiting([free, free], { seal: null, imported: 'holds' }))).toEqual([])
})

test('nobody excuses exchanged dice by calling a game imported that this device has sat down to', () => {
  const view = complete()
  see(view)
  for (const seal of ['ef'.repeat(32), null]) {
    expect(findings({ ...view, seal, imported: 'holds' })).toEqual(['seal'])
  }
})

test('only so many tables are kept, and the oldest go first', () => {
  for (let at = 0; at < 300; at++) {
    localStorage.setItem(`knobel.pin.old${at}`, JSON.stringify({ seal: SEAL, at }))
  }
  commit(table, SEAL)
  expect(Object.keys(localStorage).filter((key) => key.startsWith('knobel.pin.'))).toHaveLength(300)
  expect(localStorage.getItem('knobel.pin.old0')).toBeNull()
  expect(localStorage.getItem('knobel.pin.old1')).not.toBeNull()
  expect(pinOf(table)).not.toBeNull()
})
