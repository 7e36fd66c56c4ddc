/** What this device keeps of the dice of a table before it sends anything, so that nobody can exchange them later. */
import { newKey } from '~/api/client.ts'
import type { View } from '~/api/types.ts'
import { drop, names, read, write } from '~/app/storage.ts'
import { commitmentTo, compare, readSealed, type Finding } from './check.ts'

export interface Pin {
  /** The seal as it was first seen. */
  seal: string
  /** What this device brings to the dice, and whether it sat down with it and sent it. */
  nonce: string | null
  committed: boolean
  opened: boolean
  /** What each seat had committed to when all were taken; null until then. */
  commitments: (string | null)[] | null
  /** When it was kept, in milliseconds since 1970. */
  at: number
}

/** So many tables are kept; the oldest go first. */
const MOST = 300
/** Storage may be full or forbidden; then pins last as long as the page. */
const memory = new Map<string, Pin>()

/** What is kept of a table. */
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

/** Keep the seal of a table at first sight, and what all have committed to. */
export function see({ table, seal, seats }: View): void {
  if (!seal) return
  const pin = pinned(table, seal)
  if (!pin.commitments && seats.every(({ taken }) => taken)) {
    keep(table, { ...pin, commitments: seats.map(({ commitment }) => commitment) })
  }
}

/** The wish to sit down with a nonce of one's own, which is kept with the seal before anything is sent. */
export function commit(table: string, seal: string | null): { commitment?: string } {
  if (!seal) return {}
  const pin = pinned(table, seal)
  const nonce = pin.nonce ?? newKey()
  keep(table, { ...pin, nonce })
  // The commitment is to the seal that was seen first: nobody can use it with another.
  return { commitment: commitmentTo(pin.seal, nonce) }
}

/** This device sits at the table with what it committed to. */
export function committed(table: string): void {
  const pin = pinOf(table)
  if (pin?.nonce) keep(table, { ...pin, committed: true })
}

/** The nonce that is to be opened now: all have committed, and the seal is the one that was kept. */
export function toOpen(view: View): string | null {
  const pin = pinOf(view.table)
  if (!view.opening || !pin?.nonce || view.seal !== pin.seal || !pin.commitments) return null
  const mine = commitmentTo(pin.seal, pin.nonce)
  const same = view.seats.every(({ taken, commitment }, seat) => taken && commitment === pin.commitments?.[seat])
  const waits = view.you.some((seat) => view.seats[seat]?.commitment === mine && !view.seats[seat].nonce)
  return same && waits ? pin.nonce : null
}

/** The nonce is sent. */
export function opened(table: string): void {
  const pin = pinOf(table)
  if (pin) keep(table, { ...pin, opened: true })
}

/** What is wrong with the dice of a table as far as it can be known by now. */
export function findings(view: View): Finding[] {
  const pin = pinOf(view.table)
  // Where this device sat down, no game was imported, whatever the server says of it by now.
  if (!pin || (view.imported && !pin.committed)) return []
  if (view.seal !== pin.seal) return ['seal']
  const dice = readSealed(view.dice)
  return dice ? compare(dice, pin) : []
}
