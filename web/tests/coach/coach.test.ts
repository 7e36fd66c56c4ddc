import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draw, HEIGHT, tickStep, WIDTH } from '~/coach/chart.ts'
import { speak, type Language } from '~/app/i18n.svelte.ts'
import { before } from '~/coach/record.ts'
import { Scale } from '~/coach/scale.ts'
import type { Moment, Objective } from '~/api/types.ts'
import { barsOf } from '~/me/results.ts'
import { english, fixture } from '../fixtures.ts'

const moment = (entry: number, after: number): Moment => ({
  entry,
  kind: 'throw',
  turn: 1,
  label: '',
  dice: [],
  before: 0,
  after,
  luck: 0,
  loss: 0,
  revised: 0,
  verdict: null,
  exact: true,
  best: null,
  alternatives: [],
  reasons: [],
  lying: [],
  held: null,
})

test('ticks are steps that people count in, and there are between three and ten of them', () => {
  expect([0.8, 4, 18, 100, 230].map(tickStep)).toEqual([0.2, 1, 5, 50, 100])
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 1e6, noNaN: true }), (range) => {
      const step = tickStep(range)
      const [digit] = step.toExponential().split('e')
      expect(['1', '2', '5']).toContain(digit)
      expect(range / step).toBeGreaterThan(1.5)
      expect(range / step).toBeLessThanOrEqual(4 + 1e-9)
    }),
  )
})

test('a line that ends at a hundred needs no more room above it', () => {
  const { ticks } = draw(20, [moment(1, 40), moment(2, 100.00000000000001)], (value) => value)
  expect(ticks.map(({ value }) => value)).toEqual([20, 40, 60, 80, 100])
})

test('every point of the line lies within the chart, the best on top', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -50, max: 400, noNaN: true }),
      fc.array(fc.integer({ min: -50, max: 400 })),
      (start, values) => {
        const { points, ticks, path } = draw(
          start,
          values.map((value, at) => moment(at + 1, value)),
          (value) => value,
        )
        expect(points).toHaveLength(values.length)
        expect(path.startsWith('M')).toBe(true)
        expect(ticks.length).toBeGreaterThanOrEqual(2)
        for (const { x, y } of points) {
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x).toBeLessThanOrEqual(WIDTH)
          expect(y).toBeGreaterThanOrEqual(0)
          expect(y).toBeLessThanOrEqual(HEIGHT)
        }
        const best = points.toSorted((one, other) => other.moment.after - one.moment.after)
        best.forEach(({ y }, at) => {
          expect(y).toBeGreaterThanOrEqual((best[at - 1]?.y ?? 0) - 1e-9)
        })
      },
    ),
  )
})

test('amounts are said as people say them', () => {
  const points = new Scale('points', 20)
  expect(points.amount(231)).toBe('231 Punkte')
  expect(points.change(12.04)).toBe('+12,0')
  expect(points.change(-27.26)).toBe('−27,3')
  expect(points.change(0)).toBe('0')
  expect(new Scale('win', 1).change(-0.055)).toBe('−5,5')
  expect(new Scale('win', 1).shown(0.5)).toBe(50)
  expect(new Scale('turns', 1).shown(-18.5)).toBe(18.5)
})

test('numbers of a review are those of the terminal and the page, to the last digit', async () => {
  interface Amount {
    objective: Objective
    spread: number
    value: number
    language: Language
    amount: string
    change: string
    size: string
  }
  for (const said of fixture('amounts') as Amount[]) {
    localStorage.setItem('knobel.texts.en', JSON.stringify(english))
    await speak(said.language)
    const scale = new Scale(said.objective, said.spread)
    const { value } = said
    expect({ ...said, amount: scale.amount(value), change: scale.change(value), size: scale.size(value) }).toEqual(said)
  }
})

test('small games are told more exactly', () => {
  expect(new Scale('points', 2).change(0.256)).toBe('+0,26')
})

test('a record is cut before an entry', () => {
  const record = 'game classic\n\n- 1 2 3 4 5\n0 write ones\n- 6 6 6 6 6\n'
  expect(before(record, 3)).toBe('game classic\n\n- 1 2 3 4 5\n0 write ones\n')
  expect(before(record, 1)).toBe('game classic\n\n')
})

test('every result stands in exactly one bar', () => {
  expect(barsOf([])).toEqual([])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -20, max: 700 }), { minLength: 1 }), (scores) => {
      const bars = barsOf(scores)
      expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(scores.length)
      expect(bars.length).toBeLessThanOrEqual(12)
      bars.forEach(({ from }, at) => {
        if (at) expect(from).toBe((bars[at - 1]?.to ?? 0) + 1)
      })
    }),
  )
})
