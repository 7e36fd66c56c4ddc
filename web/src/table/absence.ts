/** Who is missing at a table: they left, are out of time, or are offline for a while. */
import type { View } from '~/api/types.ts'

/** The milliseconds offline after which a bot may play for somebody; the server decides. */
const ABSENCE = 60_000

export interface Absent {
  seat: number
  why: 'up' | 'late' | 'gone'
  /** The whole minutes for which they have been offline, if known. */
  minutes: number | null
  /** Whether a bot may play for them now. */
  replaceable: boolean
}

/** The other players who are missing and have no bot, at this time by the clock of the server. */
export function absentees(view: View, now: number): Absent[] {
  if (view.over) return []
  return view.seats.flatMap(({ person, bot, away, online, offline_since: since }, seat): Absent[] => {
    if (!person || bot || view.you.includes(seat)) return []
    const gone = since === null ? null : Math.max(0, now - since)
    const minutes = gone === null ? null : Math.floor(gone / ABSENCE)
    if (away) return [{ seat, why: 'up', minutes, replaceable: true }]
    const late = view.deadline !== null && now > view.deadline && view.scene.seats.includes(seat)
    if (online === false) return [{ seat, why: 'gone', minutes, replaceable: late || (gone ?? 0) >= ABSENCE }]
    return late ? [{ seat, why: 'late', minutes: null, replaceable: true }] : []
  })
}

/** Why this device can do nothing at the table: it watches, or all its people are away; null otherwise. */
export function standsBy({ you, seats, over }: View): 'watching' | 'up' | 'late' | null {
  if (over) return null
  if (!you.length) return 'watching'
  const left = you.map((seat) => seats[seat]?.left ?? null)
  if (left.includes(null)) return null
  // Somebody who was absent is back as soon as they look.
  return left.includes('late') ? 'late' : 'up'
}
