/** Checks a finished game throw by throw, as docs/checkable-dice.md says: from the secret, the nonces and its number. */
import type { View } from '~/api/types.ts'
import type { PoolDie } from '~/dice/keypad.ts'
import { hex, hmac, sha256, unhex } from './sha256.ts'

export interface Sealed {
  table: string
  seal: string
  nonces: string[]
  secret: string | null
}

const LINE = /^checked ([a-z0-9]{1,32}) ([0-9a-f]{64})((?: [0-9a-f]{32})+)(?: ([0-9a-f]{64}))?$/

/** What the `dice` line of a record says. */
export function readSealed(line: string): Sealed | null {
  const [, table, seal, nonces, secret] = LINE.exec(line) ?? []
  if (!table || !seal || !nonces) return null
  return { table, seal, nonces: nonces.trim().split(' '), secret: secret ?? null }
}

/** The secret is the one that was sealed. */
export function opens(dice: Sealed): boolean {
  return dice.secret !== null && hex(sha256(unhex(dice.secret))) === dice.seal
}

/** The endless bytes of a throw. */
function* bytes(dice: Sealed, number: number): Generator<number> {
  const secret = unhex(dice.secret ?? '')
  for (let block = 0; ; block++) {
    const lines = ['knobel dice 1', dice.table, String(number), String(block), ...dice.nonces]
    yield* hmac(secret, new TextEncoder().encode(lines.map((line) => `${line}\n`).join('')))
  }
}

/** What all dice show in a throw: the index of each face. No game has a die with more than 256. */
export function roll(dice: Sealed, number: number, sides: readonly number[]): number[] {
  const stream = bytes(dice, number)
  return sides.map((count) => {
    const fair = 256 - (256 % count)
    for (;;) {
      const byte = stream.next().value as number
      if (byte < fair) return byte % count
    }
  })
}

type Entry = View['history'][number]

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

/** Checks the throws of a game; `history` is all that stands. */
export function check(dice: Sealed, pool: readonly PoolDie[], history: View['history']): Verdict {
  const throws: CheckedThrow[] = []
  history.forEach((entry, at) => {
    if (!entry.faces) return
    const number = throws.length + 1
    const all = roll(
      dice,
      number,
      pool.map(({ faces }) => faces.length),
    ).map((face, die) => pool[die]?.faces[face] ?? '')
    const sealed = fallen(entry, history[at - 1], pool).map((position) => all[position - 1] ?? '')
    throws.push({ number, shown: entry.faces, sealed, all, holds: sealed.join(' ') === entry.faces.join(' ') })
  })
  const sealed = opens(dice)
  return { sealed, throws, holds: sealed && throws.length > 0 && throws.every(({ holds }) => holds) }
}

/** Which dice fell. Nobody may choose that afterwards: it is all that were not held, or some of them in their order. */
function fallen({ dice }: Entry, before: Entry | undefined, pool: readonly PoolDie[]): number[] {
  const held = before?.held
  if (held) return pool.map((_, at) => at + 1).filter((position) => !held.includes(position))
  return (dice ?? []).toSorted((one, other) => one - other)
}
