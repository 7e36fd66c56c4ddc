/** The words of this board. */
import { withOwn } from '~/app/i18n.svelte.ts'
import de from './texts/de.json'
import en from './texts/en.json'

export const TEXTS = { de, en }
export const t = withOwn(TEXTS)
