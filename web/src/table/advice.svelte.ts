/** What the coach advises, set on the board: dice are lifted, or a move is selected, so that the big button does it. */
import type { Rated } from '~/api/types.ts'
import { sameDice } from './view_facts.ts'

/** What is selected: a move, or dice to hold. */
export interface Selection {
  chosen: string | null
  picked: readonly number[]
}

export class Advice {
  /** The choice that is set. */
  best = $state.raw<Rated | null>(null)
  /** Dice to lift; a new list lifts them again. */
  lifted = $state.raw<readonly number[] | null>(null)
  #before: Selection | null = null

  /** Set a choice over what is selected now, and return the move to select, if it holds no dice. */
  set(best: Rated, now: Selection): string | null {
    this.#before ??= now
    this.best = best
    if (!best.held) return best.move
    this.lifted = [...best.held]
    return null
  }

  /** Forget the advice, and return what was selected before; null if something else was selected since. */
  takeBack(now: Selection): Selection | null {
    const { best } = this
    const before = this.#before
    const untouched = best?.held ? now.chosen === null && sameDice(now.picked, best.held) : now.chosen === best?.move
    this.clear()
    if (!best || !before || !untouched) return null
    this.lifted = [...before.picked]
    return before
  }

  clear(): void {
    this.best = this.lifted = this.#before = null
  }
}
