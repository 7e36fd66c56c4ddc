/** How often which results came, in steps that people count in. */
import { tickStep } from '~/coach/chart.ts'

export interface Bar {
  from: number
  to: number
  count: number
}

export function barsOf(scores: readonly number[]): Bar[] {
  if (!scores.length) return []
  const low = Math.min(...scores)
  const high = Math.max(...scores)
  const step = Math.max(1, Math.round(tickStep(Math.max(high - low, 4)) / 2))
  const first = Math.floor(low / step) * step
  const count = Math.floor((high - first) / step) + 1
  return Array.from({ length: count }, (_, at) => {
    const from = first + at * step
    return { from, to: from + step - 1, count: scores.filter((score) => score >= from && score < from + step).length }
  })
}
