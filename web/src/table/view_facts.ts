/** What a view tells about the moment: who acts, what may be taken back, what somebody just did. */
import type { Choice, Scene, TrayDie, View } from '~/api/types.ts'
import { say, t } from '~/app/i18n.svelte.ts'
import type { PoolDie, Thrown } from '~/dice/keypad.ts'

/** How long what was written is shown before a device is passed on, in milliseconds. */
export const READING = 1200

/** The command that throws the dice of the server. */
export const ROLL = 'roll'

/** The seats whose turn it is; nobody's before the game has started and after it is over. */
export function turnOf(view: View): readonly number[] {
  return view.started && !view.over ? view.scene.seats : []
}

/** The seat of this client that is asked now, if any; nobody who got up is. */
export function asked(view: View): number | null {
  return turnOf(view).find((seat) => view.you.includes(seat) && !view.seats[seat]?.away) ?? null
}

/** Steps of a turn as any other: that it is somebody's turn says all. */
const USUAL = new Set(['prompt.throw', 'prompt.throw_again', 'prompt.keep_or_write', 'prompt.write'])

/** What this device waits for, in words. */
export function waitedFor({ scene }: View, names: readonly string[]): string {
  const [seat, ...more] = scene.seats
  if (seat === undefined || more.length || !USUAL.has(scene.prompt.key)) return say(scene.prompt, names)
  return t('table.turn_of', { name: names[seat] ?? '' })
}

/** To whom this device is passed on: another of its seats is asked, alone, and somebody else holds it. */
export function handedTo(view: View, holder: number | null): number | null {
  if (holder === null || view.you.length < 2 || view.dice === 'own') return null
  const [next, ...more] = turnOf(view).filter((seat) => view.you.includes(seat) && !view.seats[seat]?.away)
  return next === undefined || more.length || next === holder ? null : next
}

/** Whether a seat throws the dice of the server now. */
export function rolls(view: View, seat: number | null): boolean {
  return view.moves[String(seat)]?.includes(ROLL) ?? false
}

/** The number of the newest move of this client that still stands. */
export function lastOwn({ history, you }: View): number | null {
  return history.findLast(({ seat, move }) => move !== null && you.includes(seat))?.number ?? null
}

/** The newest move of this client, if it can be taken back, now or with the consent of the others. */
export function lastUndoable(view: View): number | null {
  const number = lastOwn(view)
  if (view.undo !== 'ask' || number === null) return null
  return [...view.undoable.free, ...view.undoable.ask].includes(number) ? number : null
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

/** What happened between two views. */
function since(before: View, after: View): View['history'] {
  const last = before.history.at(-1)?.number ?? 0
  return after.history.filter(({ number }) => number > last)
}

/** Whether somebody wrote something between two views; holding dice writes nothing. */
export function wrote(before: View, after: View): boolean {
  return since(before, after).some(({ move, held }) => move !== null && held === null)
}

/** What somebody wrote, as a choice is called and what else comes of it. */
export type Written = Pick<Choice, 'seat' | 'label' | 'effects'>

/** What was written between two views, as far as it was offered in the first. */
export function writtenAsOffered(before: View, after: View): Written[] {
  return since(before, after).flatMap(({ move, held, seat }) =>
    move === null || held !== null ? [] : (choiceOf(before.scene, move, seat) ?? []),
  )
}

/** Whether something was written that the first of two views did not offer: so much happened at once. */
export function wroteUnoffered(before: View, after: View): boolean {
  return since(before, after).some(
    ({ move, held, seat }) => move !== null && held === null && !choiceOf(before.scene, move, seat),
  )
}

export interface NewHold {
  seat: number
  /** The dice that are held, as they lie. */
  dice: readonly TrayDie[]
}

/** The dice that somebody else took up last between two views, if they were seen lying. */
export function newHold(before: View, after: View): NewHold | null {
  const made = since(before, after).findLast(({ move }) => move !== null)
  if (!made?.held || after.you.includes(made.seat)) return null
  const held = new Set(made.held)
  const dice = before.scene.tray.dice.filter(({ position, face }) => face !== null && held.has(position))
  return dice.length === held.size ? { seat: made.seat, dice } : null
}

/** The move that holds these dice. */
export function keepMove(positions: Iterable<number>): string {
  const sorted = [...positions].sort((one, other) => one - other)
  return `keep ${sorted.length ? sorted.join(' ') : 'none'}`
}

export interface PastThrow {
  /** The number of its entry. */
  number: number
  seat: number
  faces: string[]
  dice: Thrown[]
  /** It only explains a score that was entered without dice. */
  witnessed: boolean
  /** The entry that wrote such a score. */
  written: number | null
}

/** The throws that stand, newest first, with the dice that fell. */
export function pastThrows({ history }: View, pool: readonly PoolDie[]): PastThrow[] {
  const found = history.flatMap(({ number, seat, dice, faces, witnessed }, at): PastThrow[] =>
    dice && faces
      ? [
          {
            number,
            seat,
            faces,
            witnessed,
            written: witnessed
              ? (history.slice(at).find(({ move, held }) => move !== null && held === null)?.number ?? null)
              : null,
            dice: dice.map((position) => ({ position, die: pool[position - 1]?.name ?? '' })),
          },
        ]
      : [],
  )
  return found.reverse()
}
