/** What somebody did, told to the others: the label of a choice says what one may do, this what was done. */
import type { Choice, Text } from '~/api/types.ts'
import { pick, say, speaks, t, type OwnTexts, type Values } from '~/app/i18n.svelte.ts'

type Told = Pick<Choice, 'label' | 'effects'>

export function moveWords(move: Told & Pick<Choice, 'seat'>, names: readonly string[], texts?: OwnTexts): string {
  return t('table.did', { name: names[move.seat] ?? '', what: toldWords(move, names, texts).join(' · ') })
}

/**
 * What was done and what it brought, one after the other, without saying who did it.
 *
 * Games bring words of the past as `did.NAME` for the choice whose label is `game.KEY.choice.NAME`, or `game.KEY.move.NAME`
 * as the coach calls it, and `told.NAME` where its effects tell the rest, or all of it.
 */
export function toldWords({ label, effects }: Told, names: readonly string[], texts?: OwnTexts): string[] {
  // Stars, coins and the like come with what they are for.
  const did = tellsByEffects({ label, effects }, texts) ? wordsAs('told', label, names, texts) : null
  return [did ?? didWords(label, names, texts), ...effects.map((text) => say(text, names))].filter(Boolean)
}

/** What a move brought tells what was done, too. */
export function tellsByEffects({ label, effects }: Told, texts?: OwnTexts): boolean {
  return effects.length > 0 && wordsAs('told', label, [], texts) !== null
}

/** What was done by a choice with this label, without saying who did it. */
export function didWords(label: Text, names: readonly string[], texts?: OwnTexts): string {
  return wordsAs('did', label, names, texts) ?? say(label, names)
}

/** The words of the game for a choice with this label, told in a way; null if it has none. */
function wordsAs(way: string, label: Text, names: readonly string[], texts?: OwnTexts): string | null {
  const words = texts?.[speaks()] ?? {}
  const key = label.key.replace(/^game\.\w+\.(choice|move)/, way)
  return key in words ? pick(words, key, spoken(label, names)) : null
}

/** The values of a text, in words. */
function spoken({ values }: Text, names: readonly string[]): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? say(value, names) : value]),
  )
}
