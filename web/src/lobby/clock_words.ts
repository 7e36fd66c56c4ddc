/** The time for a decision, in words. */
import { t } from '~/app/i18n.svelte.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

export function clockWords(seconds: number | null): string {
  if (seconds === null) return t('lobby.clock.none')
  if (seconds < MINUTE) return t('lobby.clock.seconds', { n: seconds })
  return seconds < DAY ? t('lobby.clock.minutes', { n: Math.round(seconds / MINUTE) }) : t('lobby.clock.day')
}
