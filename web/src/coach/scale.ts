/** Formats results: points, turns, rank points or chances to win. */
import type { Objective } from '~/api/types.ts'
import { known, say, language, t } from '~/app/i18n.svelte.ts'

const DIGITS: Record<Objective, number> = { points: 1, turns: 2, rank_points: 2, win: 1, reach: 1 }

const CHANCES: readonly Objective[] = ['win', 'reach']

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
    return this.#with('unit', this.#number(this.shown(value)))
  }

  /** A difference with its sign; a plus is always good for the player. */
  change(value: number): string {
    return this.#number(this.chance ? 100 * value : value, 'exceptZero')
  }

  /** The distance of a choice from the best, with a sign: fewer points, or more turns. */
  cost(value: number): string {
    const sign = this.objective === 'turns' ? '+' : '−'
    const size = this.size(value)
    return /[1-9]/.test(size) ? `${sign}${size}` : t('coach.even')
  }

  /** How much something cost, with its unit. */
  size(value: number): string {
    return this.#with('size', this.#number(this.chance ? 100 * value : value))
  }

  #with(kind: 'unit' | 'size', amount: string): string {
    return say({ key: `coach.${kind}.${this.objective}`, values: { amount } })
  }

  #number(value: number, signDisplay: 'negative' | 'exceptZero' = 'negative'): string {
    const digits = this.objective === 'points' && this.spread < 3 ? 2 : DIGITS[this.objective]
    const whole = Math.abs(value - Math.round(value)) < 1e-6 && signDisplay === 'negative'
    const fraction = whole ? 0 : digits
    const format = new Intl.NumberFormat(language(), {
      minimumFractionDigits: fraction,
      maximumFractionDigits: fraction,
      signDisplay,
    })
    return format.format(value).replace('-', '−')
  }
}
