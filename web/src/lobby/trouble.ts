/** What went wrong, in a sentence for people. */
import { Refused, Unreachable } from '~/api/error.ts'
import { t } from '~/i18n/texts.svelte.ts'

export function explain(error: unknown): string {
  if (error instanceof Unreachable) return t('error.connection')
  if (error instanceof Refused) return error.code === 'rate_limited' ? t('error.slow_down') : error.message
  throw error
}
