/**
 * Pins: what this device stores about the dice of a table before it sends anything, so that nobody can exchange them
 * later.
 */
import { newKey } from '~/api/client.ts'
import type { View } from '~/api/types.ts'
import { drop, names, read, write } from '~/app/storage.ts'
import { commitmentTo, compare, readSealed, type Finding } from './check.ts'

export interface Pin {
  /** The seal as it was first seen. */
  seal: string
  /** The nonce of this device, and whether it joined with it and opened it. */
  nonce: string | null
  committed: boolean
  opened: boolean
  /** The commitments of all seats when all were taken; null until then. */
  commitments: (string | null)[] | null
  /** When it was stored, in milliseconds since 1970. */
  at: number
}

/** The most tables that are stored; the oldest are dropped. */
const MOST = 300
/** Storage may be full or forbidden; then pins last as long as the page. */
const memory = new Map<string, Pin>()

/** The pin of a table. */
export function pinOf(table: string): Pin | null {
  return (read(`pin.${table}`) as Pin | null) ?? memory.get(table) ?? null
}

function keep(table: string, pin: Pin): Pin {
  memory.set(table, pin)
  if (read(`pin.${table}`) === null) makeRoom()
  write(`pin.${table}`, pin)
  return pin
}

function makeRoom(): void {
  const kept = names('pin.').map((name) => ({ name, at: (read(name) as Pin | null)?.at ?? 0 }))
  for (const { name } of kept.sort((one, other) => other.at - one.at).slice(MOST - 1)) drop(name)
}

function pinned(table: string, seal: string): Pin {
  const fresh = { seal, nonce: null, committed: false, opened: false, commitments: null, at: Date.now() }
  return pinOf(table) ?? keep(table, fresh)
}

/** Store the seal of a table at first sight, and all commitments. */
export function see({ table, seal, seats }: View): void {
  if (!seal) return
  const pin = pinned(table, seal)
  if (!pin.commitments && seats.every(({ taken }) => taken)) {
    keep(table, { ...pin, commitments: seats.map(({ commitment }) => commitment) })
  }
}

/** The fields of a join request with a commitment to a new nonce, which is stored with the seal before it is sent. */
export function commit(table: string, seal: string | null): { commitment?: string } {
  if (!seal) return {}
  const pin = pinned(table, seal)
  const nonce = pin.nonce ?? newKey()
  keep(table, { ...pin, nonce })
  // The commitment is bound to the seal that was seen first: it fits no other.
  return { commitment: commitmentTo(pin.seal, nonce) }
}

/** Record that this device has joined with its commitment. */
export function committed(table: string): void {
  const pin = pinOf(table)
  if (pin?.nonce) keep(table, { ...pin, committed: true })
}

/** The nonce to open now, if all have committed and the seal is the stored one; otherwise null. */
export function toOpen(view: View): string | null {
  const pin = pinOf(view.table)
  if (!view.opening || !pin?.nonce || view.seal !== pin.seal || !pin.commitments) return null
  const mine = commitmentTo(pin.seal, pin.nonce)
  const same = view.seats.every(({ taken, commitment }, seat) => taken && commitment === pin.commitments?.[seat])
  const waits = view.you.some((seat) => view.seats[seat]?.commitment === mine && !view.seats[seat].nonce)
  return same && waits ? pin.nonce : null
}

/** Record that the nonce was sent. */
export function opened(table: string): void {
  const pin = pinOf(table)
  if (pin) keep(table, { ...pin, opened: true })
}

/** What is wrong with the dice of a table, as far as it is known by now. */
export function findings(view: View): Finding[] {
  const pin = pinOf(view.table)
  // If this device joined, the game was not imported, whatever the server says now.
  if (!pin || (view.imported && !pin.committed)) return []
  if (view.seal !== pin.seal) return ['seal']
  const dice = readSealed(view.dice)
  return dice ? compare(dice, pin) : []
}
