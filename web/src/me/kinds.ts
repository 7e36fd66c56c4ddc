/** Games that can be compared: the same rules, and as many players where that changes results. */
import type { Distribution } from '~/api/shapes.ts'
import type { MyTable } from '~/api/types.ts'
import { TOGETHER } from '~/explore/position.ts'

export interface Kind {
  key: string
  game: string
  /** How many play, where that changes results; else 0. */
  seats: number
  /** The option that makes these rules another game. */
  option: 'advanced' | 'beginner' | null
  /** Own results, the latest first. */
  scores: number[]
}

/** With fewer games a percentage says too little to be shown. */
const ENOUGH = 500

const OPTIONS = ['advanced', 'beginner'] as const

/** Own finished games by kind, the most played first. */
export function kindsOf(tables: readonly MyTable[]): Kind[] {
  const kinds = new Map<string, Kind>()
  for (const { game, options, names, mine, scores } of tables) {
    const option = OPTIONS.find((name) => options[name] === 'yes') ?? null
    const seats = TOGETHER.includes(game) ? names.length : 0
    const key = [game, seats, option].join(' ')
    const kind = kinds.get(key) ?? { key, game, seats, option, scores: [] }
    kind.scores.push(...mine.map((seat) => scores[seat] ?? 0))
    kinds.set(key, kind)
  }
  return [...kinds.values()].filter((kind) => kind.scores.length).sort((a, b) => b.scores.length - a.scores.length)
}

/** The distributions that results of a kind may be held against, the best players first. */
export function fitting(kind: Kind, all: readonly Distribution[]): Distribution[] {
  return all.filter(
    ({ game, games, seats, options }) =>
      game === kind.game &&
      (games ?? ENOUGH) >= ENOUGH &&
      (kind.seats === 0 || seats === kind.seats) &&
      (OPTIONS.find((name) => options[name] === 'yes') ?? null) === kind.option,
  )
}

/** How many games of a hundred a result beats; equal ones are not beaten. */
export function percentile({ first, chances }: Pick<Distribution, 'first' | 'chances'>, score: number): number {
  return 100 * chances.slice(0, Math.max(0, score - first)).reduce((sum, chance) => sum + chance, 0)
}
