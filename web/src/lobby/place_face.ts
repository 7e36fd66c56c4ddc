/** What stands for somebody at a table that is only being set. */
import { botFace, personFace, type Face } from '~/people/faces.ts'
import type { Place } from './opening.ts'

/** The face of a place; of a friend who has still to come it is an outline. */
export function placeFace(seat: number, place: Place): Face {
  if (place.kind === 'bot') return botFace(place.level)
  if (place.kind === 'link') return { ...personFace(seat, '?'), absent: true }
  return personFace(seat, place.name.trim() || String(seat + 1))
}
