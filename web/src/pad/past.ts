/** Throws that were typed before, to be corrected. */
import type { View } from '~/api/types.ts'
import type { PoolDie, Thrown } from './palette.ts'

export interface PastThrow {
  /** The number of its entry. */
  number: number
  faces: string[]
  dice: Thrown[]
}

const KEEP = /^\d+ keep (.+)$/

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
