/** Two devices typed the same throw: who was first, and what the other had typed. */
import type { View } from '~/api/types.ts'

/** Typed dice: the number of the entry before, and the faces by position. */
export interface Typed {
  after: number
  faces: readonly (readonly [number, string])[]
}

export interface FirstTyped {
  by: number
  dice: readonly number[]
  faces: readonly string[]
  /** The command that replaces the throw by what was typed here, if that is complete and different. */
  instead: string | null
}

/** The throw that somebody else typed meanwhile; null if it was this device, or nothing was lost. */
export function firstTyped({ history, you }: View, { after, faces }: Typed): FirstTyped | null {
  const first = history.find(({ number }) => number > after)
  if (!first?.dice || !first.faces || you.includes(first.by) || !faces.length) return null
  const mine = new Map(faces)
  const whole = first.dice.map((position) => mine.get(position))
  const all = whole.every((face) => face !== undefined)
  const instead =
    all && whole.join(' ') !== first.faces.join(' ') ? `correct ${first.number} - ${whole.join(' ')}` : null
  return { by: first.by, dice: first.dice, faces: first.faces, instead }
}
