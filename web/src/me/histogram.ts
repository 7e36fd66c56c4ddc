/** How often which results came, in steps that people count in, beside how often others have them. */
import type { Distribution } from '~/api/shapes.ts'
import { tickStep } from '~/coach/chart.ts'

export interface Bar {
  from: number
  to: number
  count: number
}

type Spread = Pick<Distribution, 'first' | 'chances'>

/** What is so rare that no bar is drawn for it. */
const RARE = 0.005

export function barsOf(scores: readonly number[], others: readonly Spread[] = []): Bar[] {
  if (!scores.length) return []
  const ends = others.flatMap(endsOf)
  const low = Math.min(...scores, ...ends)
  const high = Math.max(...scores, ...ends)
  // Few own results need few bars; the line of many games shows more.
  const step = Math.max(1, Math.round(tickStep(Math.max(high - low, 4)) / (others.length ? 5 : 2)))
  const first = Math.floor(low / step) * step
  const count = Math.floor((high - first) / step) + 1
  return Array.from({ length: count }, (_, at) => {
    const from = first + at * step
    return { from, to: from + step - 1, count: scores.filter((score) => score >= from && score < from + step).length }
  })
}

/** The share of games that end within a bar. */
export function shareOf({ first, chances }: Spread, { from, to }: Bar): number {
  return chances.slice(Math.max(0, from - first), Math.max(0, to - first + 1)).reduce((sum, chance) => sum + chance, 0)
}

/** The lowest and the highest result that are not rare. */
function endsOf({ first, chances }: Spread): number[] {
  const sums: number[] = []
  chances.reduce((sum, chance) => (sums.push(sum + chance), sum + chance), 0)
  const low = sums.findIndex((sum) => sum > RARE)
  const high = sums.findIndex((sum) => sum > 1 - RARE)
  return [low, high].filter((at) => at >= 0).map((at) => first + at)
}
