/** The texts of this board. */
import { withOwn } from '~/app/i18n.svelte.ts'
import texts from './texts.json'

export const t = withOwn(texts)
