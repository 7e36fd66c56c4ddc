/** Checkable dice, as docs/checkable-dice.md has them: every throw from the secret, the nonces and its number. */
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
