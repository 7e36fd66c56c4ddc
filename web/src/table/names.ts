/** What the players of a table are called. */
import type { View } from '~/api/types.ts'
import { levelWords, seatWords } from '~/lobby/names.ts'

/** A seat that is still free is called by its number, a bot that nobody named by its level. */
export function namesOf(view: View): string[] {
  return view.seats.map(({ name, bot }, at) => {
    if (name === null) return seatWords(at)
    return bot && name === `bot ${bot}` ? levelWords(bot) : name
  })
}
