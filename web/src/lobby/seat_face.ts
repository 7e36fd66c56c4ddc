/** The tokens of players of a table that is being set up. */
import { botFace, personFace, type Face } from '~/people/faces.ts'
import type { SeatPlan } from './opening.ts'

/** The face of a place; for a friend who is still to come it is an outline. */
export function seatFace(seat: number, place: SeatPlan): Face {
  if (place.kind === 'bot') return botFace(place.level)
  if (place.kind === 'link') return { ...personFace(seat, '?'), absent: true }
  return personFace(seat, place.name.trim() || String(seat + 1))
}
