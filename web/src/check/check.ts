/** Checks a finished game throw by throw, as docs/checkable-dice.md says, and compares it with what this device kept. */
import type { View } from '~/api/types.ts'
import type { PoolDie } from '~/dice/keypad.ts'
import type { Pin } from './pins.ts'
import { hex, hmac, sha256, unhex } from './sha256.ts'

export interface Sealed {
  version: 1 | 2
  table: string
  seal: string
  /** What each seat brought: a nonce, `-` for nothing, or `-` with a commitment that was never opened. */
  nonces: string[]
  secret: string | null
}

const HASH = '[0-9a-f]{64}'
const line = (mark: string, brought: string) =>
  new RegExp(`^checked ${mark}([a-z0-9]{1,32}) (${HASH})((?: ${brought})+)(?: (${HASH}))?$`)
const LINES = { 1: line('', '[0-9a-f]{32}'), 2: line('2 ', `(?:[0-9a-f]{32}|-(?:${HASH})?)`) } as const

/** What the `dice` line of a record says. */
export function readSealed(text: string): Sealed | null {
  for (const version of [1, 2] as const) {
    const [, table, seal, nonces, secret] = LINES[version].exec(text) ?? []
    if (table && seal && nonces) {
      return { version, table, seal, nonces: nonces.trim().split(' '), secret: secret ?? null }
    }
  }
  return null
}

const lines = (...words: readonly string[]) => new TextEncoder().encode(words.map((word) => `${word}\n`).join(''))

/** The seal that a secret gives. */
export function sealOf({ version, table, secret }: Sealed): string {
  const sealed = version === 1 ? unhex(secret ?? '') : lines('knobel seal 2', table, secret ?? '')
  return hex(sha256(sealed))
}

/** The secret is the one that was sealed. */
export function opens(dice: Sealed): boolean {
  return dice.secret !== null && sealOf(dice) === dice.seal
}

/** What a device sends of its nonce before it opens it. */
export function commitmentTo(seal: string, nonce: string): string {
  return hex(sha256(lines('knobel nonce 2', seal, nonce)))
}

/** What is wrong with the dice of a table, compared with what this device kept of them. */
export type Finding =
  /** The seal is another one than before. */
  | 'seal'
  /** What this device brought is not in the dice. */
  | 'number'
  /** It was left out although this device had opened it. */
  | 'left_out'
  /** Somebody brought something else than they had committed to. */
  | 'others'

/** Compare the dice of a game that has started with what was kept. */
export function compare(dice: Sealed, pin: Pin): Finding[] {
  if (dice.seal !== pin.seal) return ['seal']
  if (dice.version === 1) return []
  const found: Finding[] = []
  const mine = pin.nonce && pin.committed ? commitmentTo(pin.seal, pin.nonce) : null
  if (mine && pin.nonce && !dice.nonces.includes(pin.nonce)) {
    if (!dice.nonces.includes(`-${mine}`)) found.push('number')
    else if (pin.opened) found.push('left_out')
  }
  const fits = (brought: string | undefined, commitment: string | null) =>
    commitment === null
      ? brought === '-'
      : brought === `-${commitment}` || commitmentTo(pin.seal, brought ?? '') === commitment
  if (pin.commitments?.some((commitment, seat) => !fits(dice.nonces[seat], commitment))) found.push('others')
  return found
}

/** The endless bytes of a throw. */
function* bytes(dice: Sealed, name: readonly number[]): Generator<number> {
  const secret = unhex(dice.secret ?? '')
  for (let block = 0; ; block++) {
    const words = [`knobel dice ${dice.version}`, dice.table, ...name.map(String), String(block), ...dice.nonces]
    yield* hmac(secret, lines(...words))
  }
}

/** What all dice show in a throw: the index of each face. No game has a die with more than 256. */
export function roll(dice: Sealed, name: readonly number[], sides: readonly number[]): number[] {
  const stream = bytes(dice, name)
  return sides.map((count) => {
    const fair = 256 - (256 % count)
    for (;;) {
      const byte = stream.next().value as number
      if (byte < fair) return byte % count
    }
  })
}

/** An entry that stands, or was taken back by the entry `until`. */
type Entry = View['history'][number] & { until?: number }
type Thrown = Entry & { faces: string[] }

export interface CheckedThrow {
  /** The number of its entry. */
  number: number
  seat: number
  /** Its turn and which throw of it; in version 1 the number of the throw alone. */
  turn: number | null
  throw: number
  /** What the record says, and what the secret gives for the same dice. */
  shown: string[]
  sealed: string[]
  /** All dice of the throw, held or not, as the secret gives them. */
  all: string[]
  /** It was taken back later. */
  gone: boolean
  holds: boolean
}

export interface Verdict {
  sealed: boolean
  throws: CheckedThrow[]
  findings: Finding[]
  holds: boolean
}

/** Checks the throws of a game: `history` is all that stands, `taken_back` all that does not any more. */
export function check(
  dice: Sealed,
  pool: readonly PoolDie[],
  { history, taken_back }: Pick<View, 'history' | 'taken_back'>,
  pin: Pin | null = null,
): Verdict {
  const entries: Entry[] = [...history, ...taken_back].sort((one, other) => one.number - other.number)
  const takes = new Map<string, string[]>()
  const throws = entries.filter(isThrow).map((entry): CheckedThrow => {
    const before = entries.filter(({ number, until }) => number < entry.number && !(until && until < entry.number))
    const name = dice.version === 1 ? [before.filter(isThrow).length + 1] : named(entry.seat, before, takes)
    const all = roll(
      dice,
      name,
      pool.map(({ faces }) => faces.length),
    ).map((face, die) => pool[die]?.faces[face] ?? '')
    const cup = fallen(entry, before.at(-1), pool)
    const sealed = cup.map((position) => all[position - 1] ?? '')
    return {
      number: entry.number,
      seat: entry.seat,
      turn: name[1] ?? null,
      throw: name[2] ?? name[0] ?? 0,
      shown: entry.faces,
      sealed,
      all,
      gone: entry.until !== undefined,
      holds: sealed.join(' ') === entry.faces.join(' ') && cup.join(' ') === entry.dice?.join(' '),
    }
  })
  const sealed = opens(dice)
  const findings = pin ? compare(dice, pin) : []
  const holds = sealed && !findings.length && throws.length > 0 && throws.every(({ holds }) => holds)
  return { sealed, throws, findings, holds }
}

function isThrow(entry: Entry): entry is Thrown {
  return entry.faces !== null
}

const KEEP = /^keep (none|[0-9 ]+)$/

/** The dice that a move holds, by position; null if it holds none and ends a turn. */
function heldBy(move: string): number[] | null {
  const [, held] = KEEP.exec(move) ?? []
  if (held === undefined) return null
  return held === 'none' ? [] : held.split(' ').map(Number)
}

/** The name of a throw: seat, turn, throw of the turn, and take; see docs/checkable-dice.md. */
function named(seat: number, before: readonly Entry[], takes: Map<string, string[]>): number[] {
  const own = before.filter((entry) => entry.seat === seat)
  const ends = own.map(({ move }) => move !== null && heldBy(move) === null)
  const turn = ends.filter(Boolean).length + 1
  const count = own.slice(ends.lastIndexOf(true) + 1).filter(isThrow).length + 1
  const known = takes.get(`${seat} ${turn} ${count}`) ?? []
  const story = told(before)
  if (!known.includes(story)) known.push(story)
  takes.set(`${seat} ${turn} ${count}`, known)
  return [seat, turn, count, known.indexOf(story)]
}

/** All that was decided and fell, as a text to compare; who of several seats decided first makes no difference. */
function told(before: readonly Entry[]): string {
  const parts: string[] = []
  let moves: Entry[] = []
  const tell = () => {
    parts.push(...moves.sort((one, other) => one.seat - other.seat).map(({ seat, move }) => `${seat} ${move ?? ''}`))
    moves = []
  }
  for (const entry of before) {
    if (!isThrow(entry)) {
      moves.push(entry)
      continue
    }
    tell()
    parts.push(`${entry.seat} - ${entry.faces.join(' ')}`)
  }
  tell()
  return parts.join('\n')
}

/** Which dice fell. Nobody may choose that afterwards: it is all that were not held; in a new turn, or a roll-off with
 * fewer dice, the first ones. */
function fallen({ faces }: Thrown, before: Entry | undefined, pool: readonly PoolDie[]): number[] {
  const held = before?.move ? heldBy(before.move) : null
  const positions = pool.map((_, at) => at + 1)
  return held ? positions.filter((position) => !held.includes(position)) : positions.slice(0, faces.length)
}
