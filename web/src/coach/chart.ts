/** The chart of expected results, moment by moment, as an SVG path. */
import type { Moment } from '~/api/types.ts'

export const WIDTH = 640
export const HEIGHT = 220
/** The tolerance for sums of chances. */
const ROUNDING = 1e-9
const EDGE = { left: 44, right: 12, top: 12, bottom: 24 }

export interface Point {
  x: number
  y: number
  moment: Moment
}

export interface Drawn {
  path: string
  points: Point[]
  ticks: { y: number; value: number }[]
}

/** The step of ticks: 1, 2 or 5 times a power of ten, for about four of them. */
export function tickStep(range: number): number {
  const rough = Math.max(range, 1e-9) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 5].find((part) => part * power >= rough * (1 - ROUNDING)) ?? 10) * power
}

/** The coordinates of everything; `shown` turns a value into the displayed number. */
export function draw(
  start: number,
  moments: readonly Moment[],
  shown: (value: number) => number,
  width: number = WIDTH,
): Drawn {
  const values = [start, ...moments.map(({ after }) => after)].map(shown)
  const step = tickStep(Math.max(...values) - Math.min(...values))
  const low = Math.floor(Math.min(...values) / step + ROUNDING) * step
  const high = Math.max(Math.ceil(Math.max(...values) / step - ROUNDING) * step, low + step)
  const wide = (width - EDGE.left - EDGE.right) / Math.max(moments.length, 1)
  const x = (at: number) => EDGE.left + at * wide
  const y = (value: number) => EDGE.top + ((high - value) / (high - low)) * (HEIGHT - EDGE.top - EDGE.bottom)
  const line = values.map((value, at) => `${at ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
  const count = Math.round((high - low) / step)
  return {
    path: line.join(''),
    points: moments.map((moment, at) => ({ x: x(at + 1), y: y(shown(moment.after)), moment })),
    ticks: Array.from({ length: count + 1 }, (_, at) => ({ y: y(low + at * step), value: low + at * step })),
  }
}
