import { expect, test } from 'vitest'
import type { View } from '~/api/types.ts'
import { calledBy, namesOf } from '~/app/words.ts'
import { comparison } from '~/me/results.ts'
import { clockText } from '~/table/clock.ts'
import { ranking } from '~/table/standings.ts'
import { handedTo, newHold } from '~/table/view_facts.ts'
import { example } from '../examples.ts'

function table(names: readonly string[], you: number[], turn: number[]): View {
  const view = example('classic', 'middle')
  const [seat] = view.seats
  const seats = names.map((name) => ({ ...seat, name, taken: true, person: true, away: false, bot: null }))
  return {
    ...view,
    started: true,
    over: false,
    dice: 'checked',
    you,
    seats,
    scene: { ...view.scene, seats: turn },
  } as View
}

test('a device is passed on when another of its seats is asked alone, and not while real dice are typed', () => {
  const view = table(['Anna', 'Ben', 'Cleo'], [0, 1], [1])
  expect(handedTo(view, 0)).toBe(1)
  expect(handedTo(view, 1)).toBeNull()
  expect(handedTo(view, null)).toBeNull()
  expect(handedTo({ ...view, you: [1] }, 0)).toBeNull()
  expect(handedTo({ ...view, dice: 'own' }, 0)).toBeNull()
  expect(handedTo(table(['Anna', 'Ben', 'Cleo'], [0, 1], [0, 1]), 0)).toBeNull()
  expect(handedTo(table(['Anna', 'Ben', 'Cleo'], [0, 1], [2]), 0)).toBeNull()
})

test('those who are called alike get a number, and who sits here alone is told so', () => {
  const view = table(['Ben', 'Anna', 'Ben', 'Ben'], [1], [0])
  expect(namesOf(view)).toEqual(['Ben', 'Anna', 'Ben (2)', 'Ben (3)'])
  expect(calledBy(view)).toEqual(['Ben', 'Anna (du)', 'Ben (2)', 'Ben (3)'])
  expect(calledBy({ ...view, you: [0, 1] })).toEqual(namesOf(view))
})

test('the dice that somebody else holds are those that lay there; one`s own are not told', () => {
  const view = table(['Anna', 'Katze'], [0], [1])
  const entry = {
    number: 900,
    seat: 1,
    move: 'keep 1 2',
    held: [1, 2],
    dice: null,
    faces: null,
    witnessed: false,
    by: 1,
  }
  const after = { ...view, history: [...view.history, entry] }
  expect(newHold(view, after)).toEqual({ seat: 1, dice: view.scene.tray.dice.slice(0, 2) })
  expect(newHold(view, { ...after, you: [1] })).toBeNull()
  expect(newHold(view, view)).toBeNull()
})

test('places are by total until the game tells them, and who has the same shares one', () => {
  const { scene } = example('classic', 'middle')
  const [sheet] = scene.sheets
  const sheets = [10, 30, 30].map((total, seat) => ({ ...sheet, seat, total }))
  const among = (places: number[]) =>
    ranking({ scene: { ...scene, sheets, places } as View['scene'] }).map(({ seat, place }) => [seat, place])
  expect(among([])).toEqual([
    [1, 1],
    [2, 1],
    [0, 3],
  ])
  expect(among([3, 2, 1])).toEqual([
    [2, 1],
    [1, 2],
    [0, 3],
  ])
})

test('a result is held against the usual bot first, and never said to beat nothing', () => {
  const other = (who: string, first: number, mean: number) =>
    ({ who, first, mean, chances: [0.5, 0.5] }) as Parameters<typeof comparison>[1][number]
  const others = [other('perfect', 20, 20.4), other('cat', 10, 10.4)]
  expect(comparison(11, others)).toEqual([{ who: 'cat', percent: 50, mean: 10 }])
  expect(comparison(5, others)).toEqual([{ who: 'cat', percent: null, mean: 10 }])
  expect(comparison(21, others).map(({ who, percent }) => [who, percent])).toEqual([
    ['cat', 100],
    ['perfect', 50],
  ])
})

test('a clock shows minutes and seconds, and hours where there are any', () => {
  expect([7, 90, 7200].map(clockText)).toEqual(['0:07', '1:30', '2:00:00'])
})
