/** Who is missing at a table: they got up, their time is up, or nobody has seen them for a while. */
import type { View } from '~/api/types.ts'

/** So long somebody has to be gone before a bot may play for them, in milliseconds; the server has the last word. */
const ABSENCE = 60_000

export interface Absent {
  seat: number
  why: 'up' | 'late' | 'gone'
  /** For how many whole minutes they have been gone, if that is known. */
  minutes: number | null
  /** A bot may play for them now. */
  replaceable: boolean
}

/** The others who are missing and for whom nobody plays, at this time by the clock of the server. */
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

/** Whether this device can do nothing at the table, and why: it watches, or all its people are away. */
export function standsBy({ you, seats, over }: View): 'watching' | 'up' | 'late' | null {
  if (over) return null
  if (!you.length) return 'watching'
  const left = you.map((seat) => seats[seat]?.left ?? null)
  if (left.includes(null)) return null
  // Who was gone is back as soon as they look.
  return left.includes('late') ? 'late' : 'up'
}
