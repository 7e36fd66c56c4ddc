/** What bots and seats without a name are called. */
import { say } from '~/i18n/texts.svelte.ts'

export function levelWords(level: string): string {
  return say({ key: `level.${level}`, values: {} })
}

export function seatWords(seat: number): string {
  return say({ key: 'seat', values: { n: seat + 1 } })
}
