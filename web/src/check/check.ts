/** The check of a finished game, throw by throw. */
import type { PoolDie } from '~/pad/palette.ts'
import { opens, roll, type Sealed } from './dice.ts'

export interface CheckedThrow {
  /** Its number among all throws. */
  number: number
  /** What the record says, and what the secret gives for the same dice. */
  shown: string[]
  sealed: string[]
  /** All dice of the throw, held or not, as the secret gives them. */
  all: string[]
  holds: boolean
}

export interface Verdict {
  sealed: boolean
  throws: CheckedThrow[]
  holds: boolean
}

const KEEP = /^\d+ keep (.+)$/

export function check(dice: Sealed, pool: readonly PoolDie[], entries: readonly [number, string][]): Verdict {
  const throws: CheckedThrow[] = []
  entries.forEach(([, text], at) => {
    if (!text.startsWith('- ')) return
    const shown = text.slice(2).split(' ')
    const kept = KEEP.exec(entries[at - 1]?.[1] ?? '')?.[1]
    const held = new Set(kept && kept !== 'none' ? kept.split(' ').map(Number) : [])
    const number = throws.length + 1
    const rolled = roll(
      dice,
      number,
      pool.map(({ faces }) => faces.length),
    )
    const all = rolled.map((face, die) => pool[die]?.faces[face] ?? '')
    const sealed = fitting(
      all.filter((_, die) => !held.has(die + 1)),
      shown,
    )
    throws.push({ number, shown, sealed, all, holds: sealed.join(' ') === shown.join(' ') })
  })
  const sealed = opens(dice)
  return { sealed, throws, holds: sealed && throws.length > 0 && throws.every(({ holds }) => holds) }
}

/** The dice that were thrown. All but those held; in a roll-off fewer fall, then they are found in their order. */
function fitting(loose: string[], shown: readonly string[]): string[] {
  if (loose.length === shown.length) return loose
  const found: string[] = []
  for (const face of loose) if (face === shown[found.length]) found.push(face)
  return found.length === shown.length ? found : loose
}
