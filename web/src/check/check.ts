/**
 * Checks a finished game throw by throw, as docs/checkable-dice.md describes, and compares it with what this device
 * stored.
 */
import type { View } from '~/api/types.ts'
import type { PoolDie } from '~/dice/keypad.ts'
import type { Pin } from './pins.ts'
import { hex, hmac, sha256, unhex } from './sha256.ts'

export interface Sealed {
  version: 1 | 2
  table: string
  seal: string
  /** For each seat a nonce, `-` for none, or `-` with a commitment that was never opened. */
  nonces: string[]
  secret: string | null
}

const HASH = '[0-9a-f]{64}'
const line = (mark: string, brought: string) =>
  new RegExp(`^checked ${mark}([a-z0-9]{1,32}) (${HASH})((?: ${brought})+)(?: (${HASH}))?$`)
const LINES = { 1: line('', '[0-9a-f]{32}'), 2: line('2 ', `(?:[0-9a-f]{32}|-(?:${HASH})?)`) } as const

/** Parse the `dice` line of a record. */
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

/** The seal of a secret. */
export function sealOf({ version, table, secret }: Sealed): string {
  const sealed = version === 1 ? unhex(secret ?? '') : lines('knobel seal 2', table, secret ?? '')
  return hex(sha256(sealed))
}

/** Whether the secret matches the seal. */
export function opens(dice: Sealed): boolean {
  return dice.secret !== null && sealOf(dice) === dice.seal
}

/** The commitment to a nonce, sent before it is opened. */
export function commitmentTo(seal: string, nonce: string): string {
  return hex(sha256(lines('knobel nonce 2', seal, nonce)))
}

/** What is wrong with the dice of a table, compared with what this device stored. */
export type Finding =
  /** The seal has changed. */
  | 'seal'
  /** The nonce of this device is not in the dice. */
  | 'number'
  /** The nonce was left out although this device had opened it. */
  | 'left_out'
  /** Somebody's nonce does not match their commitment. */
  | 'others'

/** Compare the dice of a game that has started with the stored pin. */
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

/** The endless stream of bytes of a throw. */
function* bytes(dice: Sealed, name: readonly number[]): Generator<number> {
  const secret = unhex(dice.secret ?? '')
  for (let block = 0; ; block++) {
    const words = [`knobel dice ${dice.version}`, dice.table, ...name.map(String), String(block), ...dice.nonces]
    yield* hmac(secret, lines(...words))
  }
}

/** The faces of all dice in a throw, as indices. No game has a die with more than 256 faces. */
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

/** An entry that stands, or was undone by the entry `until`. */
type Entry = View['history'][number] & { until?: number }
type Thrown = Entry & { faces: string[] }

export interface CheckedThrow {
  /** The number of its entry. */
  number: number
  seat: number
  /** Its turn and its number in the turn; in version 1 only the number of the throw. */
  turn: number | null
  throw: number
  /** The faces in the record, and those that the secret gives for the same dice. */
  shown: string[]
  sealed: string[]
  /** The faces of all dice of the throw, held or not, as the secret gives them. */
  all: string[]
  /** Whether it was undone later. */
  gone: boolean
  holds: boolean
}

export interface Verdict {
  sealed: boolean
  throws: CheckedThrow[]
  findings: Finding[]
  holds: boolean
}

/** Check the throws of a game: `history` are the standing entries, `taken_back` the undone ones. */
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

/** The dice that a move holds, by position; null if it is no such move and ends a turn. */
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

/** Everything that was decided and fell, as a text to compare; the order between seats makes no difference. */
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

/**
 * Which dice fell, which nobody may choose afterwards: all that were not held; in a new turn, or a roll-off with
 * fewer dice, the first ones.
 */
function fallen({ faces }: Thrown, before: Entry | undefined, pool: readonly PoolDie[]): number[] {
  const held = before?.move ? heldBy(before.move) : null
  const positions = pool.map((_, at) => at + 1)
  return held ? positions.filter((position) => !held.includes(position)) : positions.slice(0, faces.length)
}
