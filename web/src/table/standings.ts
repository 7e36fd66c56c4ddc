/** The standings at a table. */
import type { View } from '~/api/types.ts'

export interface Standing {
  seat: number
  /** The place, counted from 1; ties share it. */
  place: number
  total: number
}

/** All players, best first: by place once the game is over, before that by total. */
export function ranking({ scene }: Pick<View, 'scene'>): Standing[] {
  const totals = scene.sheets.map(({ total }) => total)
  return scene.sheets
    .map(({ seat, total }) => ({
      seat,
      total,
      place: scene.places[seat] ?? 1 + totals.filter((other) => other > total).length,
    }))
    .sort((one, other) => one.place - other.place || other.total - one.total)
}
