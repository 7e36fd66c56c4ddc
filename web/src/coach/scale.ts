/** Formats results: points, turns, rank points or chances to win. */
import type { Objective } from '~/api/types.ts'
import { known, say, t } from '~/app/i18n.svelte.ts'

const DIGITS: Record<Objective, number> = { points: 1, turns: 2, rank_points: 2, win: 1, reach: 1 }

const CHANCES: readonly Objective[] = ['win', 'reach']

/** Differences smaller than this are due to rounding. */
const NOTHING = 1e-6

/** The name of an objective; a game may have its own text. */
export function objectiveWords({ game, objective }: { game: string; objective: Objective }): string {
  const own = `game.${game}.objective.${objective}`
  return say({ key: known(own) ? own : `coach.objective.${objective}`, values: {} })
}

export class Scale {
  constructor(
    readonly objective: Objective,
    private readonly spread: number,
  ) {}

  /** Whether results are chances, in per cent. */
  get chance(): boolean {
    return CHANCES.includes(this.objective)
  }

  /** The displayed number: turns are positive, chances are per cent. */
  shown(value: number): number {
    if (this.objective === 'turns') return -value
    return this.chance ? 100 * value : value
  }

  /** A result with its unit. */
  amount(value: number): string {
    return this.#with('unit', this.shown(value))
  }

  /** A difference of displayed numbers with its sign. */
  change(value: number): string {
    return this.#number(this.shown(value), true)
  }

  /** The distance of a choice from the best, with a sign: fewer points, or more turns. */
  cost(value: number): string {
    const sign = this.objective === 'turns' ? '+' : '−'
    const size = this.size(value)
    return /[1-9]/.test(size) ? `${sign}${size}` : t('coach.even')
  }

  /** How much something cost, with its unit. */
  size(value: number): string {
    return this.#with('size', Math.abs(this.shown(value)))
  }

  #with(kind: 'unit' | 'size', shown: number): string {
    if (!this.chance && Math.abs(shown - 1) < NOTHING) return say({ key: `coach.one.${this.objective}`, values: {} })
    return say({ key: `coach.${kind}.${this.objective}`, values: { amount: this.#number(shown) } })
  }

  /** A number as `coach/numbers.py` says it, to the last digit; `toFixed` rounds exactly, and a half up. */
  #number(value: number, signed = false): string {
    const rounded = Math.abs(value).toFixed(this.objective === 'points' && this.spread < 3 ? 2 : DIGITS[this.objective])
    const nothing = !/[1-9]/.test(rounded)
    const sign = nothing ? '' : value < 0 ? '−' : signed ? '+' : ''
    const [whole = '', part = ''] = rounded.split('.')
    if (nothing || (!signed && Math.abs(value - Math.round(value)) < NOTHING)) return `${sign}${whole}`
    return say({ key: 'coach.decimal', values: { whole: `${sign}${whole}`, part } })
  }
}
