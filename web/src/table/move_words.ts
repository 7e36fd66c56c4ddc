/** What somebody did, told to the others: the label of a choice says what one may do, this what was done. */
import type { Choice, Text } from '~/api/types.ts'
import { pick, say, speaks, t, type OwnTexts, type Values } from '~/app/i18n.svelte.ts'

/** Games bring words of the past as `did.NAME` for the choice whose label is `game.KEY.choice.NAME`. */
export function moveWords({ seat, label, effects }: Choice, names: readonly string[], texts?: OwnTexts): string {
  // Stars, coins and the like come with what they are for.
  const what = [didWords(label, names, texts), ...effects.map((text) => say(text, names))].join(' · ')
  return t('table.did', { name: names[seat] ?? '', what })
}

/** What was done by a choice with this label, without saying who did it. */
export function didWords(label: Text, names: readonly string[], texts?: OwnTexts): string {
  const words = texts?.[speaks()] ?? {}
  const did = label.key.replace(/^game\.\w+\.choice/, 'did')
  return did in words ? pick(words, did, spoken(label, names)) : say(label, names)
}

/** The values of a text, in words. */
function spoken({ values }: Text, names: readonly string[]): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? say(value, names) : value]),
  )
}
