/** What a view tells about the moment: who acts, which dice just fell, what may be taken back. */
import type { Choice, Scene, View } from '~/api/types.ts'
import type { PoolDie, Thrown } from '~/dice/keypad.ts'

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

/** Whether a choice writes a zero while another one would bring something. */
export function wasteful(scene: Scene, choice: Choice): boolean {
  // Where a choice may be worth nothing without a loss, as a symbol between others, there is no reason to give.
  if (choice.worth !== 0 || !choice.reason) return false
  return scene.choices.some(({ seat, worth }) => seat === choice.seat && (worth ?? 0) > 0)
}

export interface Deed {
  /** The number of its entry. */
  number: number
  choice: Choice
}

/** What somebody else did between two views; null if that was more than one thing, or nothing to be told. */
export function deed(before: View, after: View): Deed | null {
  const [last] = before.entries.at(-1) ?? [0]
  const made = after.entries.filter(([number, text]) => number > last && !text.startsWith('-'))
  const [[number, text] = [0, '']] = made
  const [, seat, move] = /^(\d+) (.+)$/.exec(text) ?? []
  // Where all decide at once, everybody looks at their own sheet.
  if (made.length !== 1 || !move || before.scene.seats.length !== 1 || after.you.includes(Number(seat))) return null
  const choice = choiceOf(before.scene, move, Number(seat))
  return choice && { number, choice }
}

/** The move that holds these dice. */
export function keepMove(positions: Iterable<number>): string {
  const sorted = [...positions].sort((one, other) => one - other)
  return `keep ${sorted.length ? sorted.join(' ') : 'none'}`
}

export interface PastThrow {
  /** The number of its entry. */
  number: number
  faces: string[]
  dice: Thrown[]
}

/** The throws that stand, newest first, with the dice that were in the cup. */
export function pastThrows(view: View, pool: readonly PoolDie[]): PastThrow[] {
  const all = pool.map(({ name }, at): Thrown => ({ position: at + 1, die: name }))
  const found = view.entries.flatMap(([number, text], at): PastThrow[] => {
    if (!text.startsWith('- ')) return []
    const faces = text.slice(2).split(' ')
    const kept = KEEP.exec(view.entries[at - 1]?.[1] ?? '')?.[1]
    const held = new Set(kept && kept !== 'none' ? kept.split(' ').map(Number) : [])
    const dice = all.filter(({ position }) => !held.has(position))
    // A throw of other dice than these, as a roll-off, is taken back instead of corrected.
    return dice.length === faces.length ? [{ number, faces, dice }] : []
  })
  return found.reverse()
}
