/** Facts derived from a view: who acts, what may be undone, what somebody just did. */
import type { Choice, Scene, TrayDie, View } from '~/api/types.ts'
import { say, t } from '~/app/i18n.svelte.ts'
import type { PoolDie, Thrown } from '~/dice/keypad.ts'

/** How long an entry is shown before a shared device is passed on, in milliseconds. */
export const READING = 1200

/** The command that throws the dice of the server. */
export const ROLL = 'roll'

/** The seats whose turn it is; none before the start and after the end. */
export function turnOf(view: View): readonly number[] {
  return view.started && !view.over ? view.scene.seats : []
}

/** The own seat that has to act, if any; not if they have left. */
export function asked(view: View): number | null {
  return turnOf(view).find((seat) => view.you.includes(seat) && !view.seats[seat]?.away) ?? null
}

/** Prompts of ordinary steps of a turn, which need no text of their own. */
const USUAL = new Set(['prompt.throw', 'prompt.throw_again', 'prompt.keep_or_write', 'prompt.write'])

/** What this device has to do, in words. */
export function waitedFor({ scene }: View, names: readonly string[]): string {
  const [seat, ...more] = scene.seats
  if (seat === undefined || more.length || !USUAL.has(scene.prompt.key)) return say(scene.prompt, names)
  return t('table.turn_of', { name: names[seat] ?? '' })
}

/** The seat to which a shared device is passed: another of its seats has to act, alone. */
export function handedTo(view: View, holder: number | null): number | null {
  if (holder === null || view.you.length < 2 || view.dice === 'own') return null
  const [next, ...more] = turnOf(view).filter((seat) => view.you.includes(seat) && !view.seats[seat]?.away)
  return next === undefined || more.length || next === holder ? null : next
}

/** Whether a seat has to throw the dice of the server now. */
export function rolls(view: View, seat: number | null): boolean {
  return view.moves[String(seat)]?.includes(ROLL) ?? false
}

/** The number of this client's newest standing move. */
export function lastOwn({ history, you }: View): number | null {
  return history.findLast(({ seat, move }) => move !== null && you.includes(seat))?.number ?? null
}

/** This client's newest move, if it can be undone, at once or with the consent of the others. */
export function lastUndoable(view: View): number | null {
  const number = lastOwn(view)
  if (view.undo !== 'ask' || number === null) return null
  return [...view.undoable.free, ...view.undoable.ask].includes(number) ? number : null
}

/** The choice of a move. */
export function choiceOf(scene: Scene, move: string | null, seat: number | null): Choice | null {
  return scene.choices.find((choice) => choice.move === move && choice.seat === seat) ?? null
}

/** Whether a choice writes a zero while another one would score. */
export function wasteful(scene: Scene, choice: Choice): boolean {
  // A choice without a reason may be worth nothing without a loss, as a symbol between others.
  if (choice.worth !== 0 || !choice.reason) return false
  return scene.choices.some(({ seat, worth }) => seat === choice.seat && (worth ?? 0) > 0)
}

/** The entries between two views. */
function since(before: View, after: View): View['history'] {
  const last = before.history.at(-1)?.number ?? 0
  return after.history.filter(({ number }) => number > last)
}

/** Whether somebody wrote something between two views; holding dice does not count. */
export function wrote(before: View, after: View): boolean {
  return since(before, after).some(({ move, held }) => move !== null && held === null)
}

/** What somebody wrote: the label and the effects of the choice. */
export type Written = Pick<Choice, 'seat' | 'label' | 'effects'>

/** What was written between two views, as far as the first offered it as a choice. */
export function writtenAsOffered(before: View, after: View): Written[] {
  return since(before, after).flatMap(({ move, held, seat }) =>
    move === null || held !== null ? [] : (choiceOf(before.scene, move, seat) ?? []),
  )
}

/** Whether something was written that the first view did not offer, because several moves were made. */
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

/** The dice that somebody else last held between two views, if they were visible. */
export function newHold(before: View, after: View): NewHold | null {
  const made = since(before, after).findLast(({ move }) => move !== null)
  if (!made?.held || after.you.includes(made.seat)) return null
  const held = new Set(made.held)
  const dice = before.scene.tray.dice.filter(({ position, face }) => face !== null && held.has(position))
  return dice.length === held.size ? { seat: made.seat, dice } : null
}

/** Whether these are the same dice, in any order. */
export function sameDice(one: readonly number[], other: readonly number[]): boolean {
  return keepMove(one) === keepMove(other)
}

/** The move that holds these dice. */
export function keepMove(positions: Iterable<number>): string {
  const sorted = [...positions].sort((one, other) => one - other)
  return `keep ${sorted.length ? sorted.join(' ') : 'none'}`
}

/** The dice that have just fallen, as they are drawn; none if somebody has decided since. */
export function justFallen({ history }: View, pool: readonly PoolDie[]): TrayDie[] {
  const { dice, faces } = history.at(-1) ?? {}
  return (dice ?? []).map((position, at) => {
    const die = pool[position - 1]
    const face = faces?.[at] ?? ''
    const side = die?.faces.indexOf(face) ?? -1
    return { position, die: die?.name ?? '', face: die?.signs?.[side] ?? face, colour: die?.colours?.[side] ?? null }
  })
}

export interface PastThrow {
  /** The number of its entry. */
  number: number
  seat: number
  faces: string[]
  dice: Thrown[]
  /** Whether it only explains a score that was entered without dice. */
  witnessed: boolean
  /** The entry that wrote such a score. */
  written: number | null
}

/** The standing throws, newest first, with their dice. */
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
