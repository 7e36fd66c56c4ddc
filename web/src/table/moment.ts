/** What a view tells about the moment: who acts, which dice just fell, what may be taken back. */
import type { Choice, Scene, View } from '~/api/types.ts'

export interface Fall {
  /** The number of the entry in which dice fell last; 0 before any did. */
  number: number
  /** The positions that were held while they fell. */
  held: number[]
}

/** The command that throws the dice of the server. */
export const ROLL = 'roll'
const KEEP = /^\d+ keep (.+)$/

/** The last throw of the game, and what was held in it. */
export function lastFall(view: View): Fall {
  for (let at = view.entries.length - 1; at >= 0; at--) {
    const [number, text] = view.entries[at] ?? [0, '']
    if (!text.startsWith('-')) continue
    const kept = KEEP.exec(view.entries[at - 1]?.[1] ?? '')?.[1]
    return { number, held: kept && kept !== 'none' ? kept.split(' ').map(Number) : [] }
  }
  return { number: 0, held: [] }
}

/** The seat of this client that is asked now, if any. */
export function asked(view: View): number | null {
  if (!view.started || view.over) return null
  return view.scene.seats.find((seat) => view.you.includes(seat)) ?? null
}

/** Whether a seat throws the dice of the server now. */
export function rolls(view: View, seat: number | null): boolean {
  return view.moves[String(seat)]?.includes(ROLL) ?? false
}

/** The number of the entry this client may take back right now without asking anybody. */
export function undoable(view: View): number | null {
  if (view.undo === 'off' || view.over) return null
  const [number, text] = view.entries.at(-1) ?? [0, '']
  const seat = /^(\d+) /.exec(text)?.[1]
  return seat !== undefined && view.you.includes(Number(seat)) ? number : null
}

/** The newest move of this client that still stands; where a table asks, it can be taken back later, too. */
export function lastOwn(view: View): number | null {
  if (view.undo !== 'ask' || view.over) return null
  const own = view.entries.findLast(([, text]) => view.you.includes(Number(/^(\d+) /.exec(text)?.[1] ?? NaN)))
  return own?.[0] ?? null
}

/** The choice that a move text stands for. */
export function choiceOf(scene: Scene, move: string | null, seat: number | null): Choice | null {
  return scene.choices.find((choice) => choice.move === move && choice.seat === seat) ?? null
}

/** The move that holds these dice. */
export function keepMove(positions: Iterable<number>): string {
  const sorted = [...positions].sort((one, other) => one - other)
  return `keep ${sorted.length ? sorted.join(' ') : 'none'}`
}
