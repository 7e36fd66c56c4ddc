/** An error in typed text, at the place where the server found it. */
import { Refused } from '~/api/client.ts'
import { refusalWords } from '~/app/words.ts'

export interface Mistake {
  option: string
  /** What was typed. */
  text: string
  /** The range in code points, as the server counts. */
  start: number
  end: number
  words: string
}

/** The error in one of these options; null if there is none. */
export function mistakeIn(options: Readonly<Record<string, string>>, error: unknown): Mistake | null {
  if (!(error instanceof Refused)) return null
  const { spot } = (error.details ?? {}) as { spot?: { option: string; start: number; end: number } }
  const text = spot && options[spot.option]
  return spot && text !== undefined ? { ...spot, text, words: refusalWords(error) } : null
}

/** A text split at an error. */
export function cut(
  text: string,
  { start, end }: Pick<Mistake, 'start' | 'end'>,
): Record<'before' | 'wrong' | 'after', string> {
  const points = Array.from(text)
  return {
    before: points.slice(0, start).join(''),
    wrong: points.slice(start, end).join(''),
    after: points.slice(end).join(''),
  }
}
