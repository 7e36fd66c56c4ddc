/** What happened at a table, in words: told for a moment, and kept as a log. */
import type { MoveMade, TrayDie, View } from '~/api/types.ts'
import { t } from '~/app/i18n.svelte.ts'
import type { Board, Announcement } from '~/board/board.ts'
import { diceWords } from '~/dice/faces.ts'
import { correctionWords, newCorrection } from './correct.ts'
import { moveWords } from './move_words.ts'
import { newHold, wrote, type Written } from './view_facts.ts'

export interface Happening extends Announcement {
  /** It differs from that of all others. */
  id: number
}

/** How long news are told, in milliseconds. */
const NEWS = 3000
/** How many of them are told at once. */
const SHOWN = 3
/** How many lines the log has. */
const MOST = 40

export class Happenings {
  /** The newest first. */
  log = $state.raw<readonly Happening[]>([])
  /** What is told for a moment, the oldest first. */
  news = $state.raw<readonly Happening[]>([])
  /** What somebody else does with the dice. */
  following = $state.raw<(() => string) | null>(null)
  /** What was done before is in the log. */
  recalled = false
  /** The number of the last entry that stood when this page began to look. */
  #begun: number | null = null
  #count = 0

  constructor(readonly table = '') {}

  /** Remember once what was done before this page looked. */
  recall(made: readonly MoveMade[], board: Board, names: readonly string[]): void {
    const until = this.#begun
    if (this.recalled) return
    this.recalled = true
    const before = made
      .filter(({ number }) => until === null || number <= until)
      .map((move) => this.#tell({ seat: move.seat, words: () => moveWords(move, names, board.texts) }))
    this.log = [...this.log, ...before.reverse()].slice(0, MOST)
  }

  /** Tell what happened between two views, and what was written there. */
  take(before: View, after: View, written: readonly Written[], board: Board, names: readonly string[]): void {
    this.#begun ??= before.history.at(-1)?.number ?? 0
    const corrected = newCorrection(before, after)
    if (corrected) {
      // What was told before may no longer be so; what was corrected is told instead.
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
    // What somebody else wrote is told, unless that were a list, or all decide at once and look at their own sheets; what a
    // row brought to all, and to oneself.
    const [other, ...more] = written.filter(({ seat }) => !after.you.includes(seat))
    const fresh = [
      ...(other && !more.length && before.scene.seats.length === 1 ? [tell(other)] : []),
      ...came.filter(({ seat }) => seat === null || after.you.includes(seat)),
    ]
    // After a pause it may be many; the log has them all.
    if (fresh.length) this.news = fresh.slice(-SHOWN)
  }

  #tell(told: Announcement): Happening {
    this.#count += 1
    return { ...told, id: this.#count }
  }

  /** What others did before is known by now, and makes room. */
  hush(): void {
    this.news = []
  }

  /** Forget news after a moment, more of them later; an effect of the page. */
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
