/** Events of a table in words: shown for a moment, and kept as a log. */
import type { MoveMade, TrayDie, View } from '~/api/types.ts'
import { t } from '~/app/i18n.svelte.ts'
import type { Board, Announcement } from '~/board/board.ts'
import { diceWords } from '~/dice/faces.ts'
import { correctionWords, newCorrection } from './correct.ts'
import { moveWords } from './move_words.ts'
import { newHold, wrote, type Written } from './view_facts.ts'

export interface Happening extends Announcement {
  /** A unique number. */
  id: number
}

/** How long news are shown, in milliseconds. */
const NEWS = 3000
/** How many news are shown at once. */
const SHOWN = 3
/** The most lines of the log. */
const MOST = 40

export class Happenings {
  /** The log, newest first. */
  log = $state.raw<readonly Happening[]>([])
  /** The news that are shown now, oldest first. */
  news = $state.raw<readonly Happening[]>([])
  /** What somebody else does with the dice now. */
  following = $state.raw<(() => string) | null>(null)
  /** Whether earlier moves are in the log. */
  recalled = false
  /** The number of the last entry when this page was opened. */
  #begun: number | null = null
  #count = 0

  constructor(readonly table = '') {}

  /** Add the moves from before this page was opened to the log, once. */
  recall(made: readonly MoveMade[], board: Board, names: readonly string[]): void {
    const until = this.#begun
    if (this.recalled) return
    this.recalled = true
    const before = made
      .filter(({ number }) => until === null || number <= until)
      .map((move) => this.#tell({ seat: move.seat, words: () => moveWords(move, names, board.texts) }))
    this.log = [...this.log, ...before.reverse()].slice(0, MOST)
  }

  /** Add what happened between two views, and what was written there. */
  take(before: View, after: View, written: readonly Written[], board: Board, names: readonly string[]): void {
    this.#begun ??= before.history.at(-1)?.number ?? 0
    const corrected = newCorrection(before, after)
    if (corrected) {
      // Earlier news may be outdated; the correction is shown instead.
      this.hush()
      this.following = null
      const words = () => correctionWords(corrected, names, after.you.includes(corrected.by))
      this.log = [this.#tell({ seat: corrected.by, words }), ...this.log].slice(0, MOST)
      return
    }
    const hold = newHold(before, after)
    if (hold) this.following = () => keeps(hold.dice, names[hold.seat] ?? '')
    else if (wrote(before, after) || after.scene.seats[0] !== before.scene.seats[0]) this.following = null
    const tell = (one: Written) => this.#tell({ seat: one.seat, words: () => moveWords(one, names, board.texts) })
    const came = (board.announcements?.(before.scene, after.scene, names) ?? []).map((one) => this.#tell(one))
    this.log = [...[...written.map(tell), ...came].reverse(), ...this.log].slice(0, MOST)
    // What another player wrote is shown, unless there are several, or all decide at once and look at their own
    // sheets; and what a row brought to everybody, and to oneself.
    const [other, ...more] = written.filter(({ seat }) => !after.you.includes(seat))
    const fresh = [
      ...(other && !more.length && before.scene.seats.length === 1 ? [tell(other)] : []),
      ...came.filter(({ seat }) => seat === null || after.you.includes(seat)),
    ]
    // After a pause there may be many; the log has them all.
    if (fresh.length) this.news = fresh.slice(-SHOWN)
  }

  #tell(told: Announcement): Happening {
    this.#count += 1
    return { ...told, id: this.#count }
  }

  /** Remove the news. */
  hush(): void {
    this.news = []
  }

  /** Remove the news after a moment, later if there are more; for an effect of the page. */
  fade(): (() => void) | undefined {
    if (!this.news.length) return
    const timer = setTimeout(() => {
      this.hush()
    }, NEWS * this.news.length)
    return () => {
      clearTimeout(timer)
    }
  }
}

function keeps(dice: readonly TrayDie[], name: string): string {
  return dice.length ? t('table.keeps', { name, dice: diceWords(dice) }) : t('table.keeps_none', { name })
}
