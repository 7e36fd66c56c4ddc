/** One's own results: grouped by comparable games, and counted in bars beside those of others. */
import type { Distribution } from '~/api/shapes.ts'
import type { MyTable } from '~/api/types.ts'
import { tickStep } from '~/coach/chart.ts'
import { gameOf } from '~/app/games.svelte.ts'

/** Games with the same rules and, where it matters, the same number of players. */
export interface Kind {
  key: string
  game: string
  /** The number of players, where it matters; else 0. */
  seats: number
  /** The option that makes the rules a variant. */
  option: string | null
  /** One's own results, newest first. */
  scores: number[]
}

/** The least number of games from which a percentage is shown. */
const ENOUGH = 500

/** One's own finished games by kind, the most played first. */
export function kindsOf(tables: readonly MyTable[]): Kind[] {
  const kinds = new Map<string, Kind>()
  for (const { game, options, names, mine, scores } of tables) {
    const option = variant(options)
    const seats = gameOf(game)?.coupled ? names.length : 0
    const key = [game, seats, option].join(' ')
    const kind = kinds.get(key) ?? { key, game, seats, option, scores: [] }
    kind.scores.push(...mine.map((seat) => scores[seat] ?? 0))
    kinds.set(key, kind)
  }
  return [...kinds.values()].filter((kind) => kind.scores.length).sort((a, b) => b.scores.length - a.scores.length)
}

/** The option that is switched on. */
function variant(options: Record<string, string>): string | null {
  return Object.keys(options).find((name) => options[name] === 'yes') ?? null
}

/** The distributions to compare results of a kind with, the best players first. */
export function fitting(kind: Kind, all: readonly Distribution[]): Distribution[] {
  return all.filter(
    ({ game, games, seats, options }) =>
      game === kind.game &&
      (games ?? ENOUGH) >= ENOUGH &&
      (kind.seats === 0 || seats === kind.seats) &&
      variant(options) === kind.option,
  )
}

/** The percentage of games that a result beats; equal ones are not beaten. */
export function percentile({ first, chances }: Pick<Distribution, 'first' | 'chances'>, score: number): number {
  return 100 * chances.slice(0, Math.max(0, score - first)).reduce((sum, chance) => sum + chance, 0)
}

/** A comparison of a result: with the usual bot, and with the best players if it beats some of their games. */
export interface Comparison {
  who: string
  /** The percentage of games that it beats; null if it is nearly none. */
  percent: number | null
  /** The mean result. */
  mean: number
}

export function comparison(score: number, others: readonly Distribution[]): Comparison[] {
  const all = others.map((other) => {
    const percent = Math.round(percentile(other, score))
    return { who: other.who, percent: percent || null, mean: Math.round(other.mean) }
  })
  // The best players come first.
  const [usual, best] = [all.at(-1), all.length > 1 ? all[0] : undefined]
  return [...(usual ? [usual] : []), ...(best?.percent ? [best] : [])]
}

export interface Bar {
  from: number
  to: number
  count: number
}

type Spread = Pick<Distribution, 'first' | 'chances'>

/** The share of results at either end that is cut off. */
const RARE = 0.005

export function barsOf(scores: readonly number[], others: readonly Spread[] = []): Bar[] {
  if (!scores.length) return []
  const ends = others.flatMap(endsOf)
  const low = Math.min(...scores, ...ends)
  const high = Math.max(...scores, ...ends)
  // Few results need few bars; with the curves of many games there are more.
  const step = Math.max(1, Math.round(tickStep(Math.max(high - low, 4)) / (others.length ? 5 : 2)))
  const first = Math.floor(low / step) * step
  const count = Math.floor((high - first) / step) + 1
  return Array.from({ length: count }, (_, at) => {
    const from = first + at * step
    return { from, to: from + step - 1, count: scores.filter((score) => score >= from && score < from + step).length }
  })
}

/** The share of games within a bar. */
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
