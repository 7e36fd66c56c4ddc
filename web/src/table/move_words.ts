/** What somebody did, in words: labels of choices say what one may do, these say what was done. */
import type { Choice, Text } from '~/api/types.ts'
import { pick, say, language, t, type OwnTexts, type Values } from '~/app/i18n.svelte.ts'

type Told = Pick<Choice, 'label' | 'effects'>

export function moveWords(move: Told & Pick<Choice, 'seat'>, names: readonly string[], texts?: OwnTexts): string {
  return t('table.did', { name: names[move.seat] ?? '', what: toldWords(move, names, texts).join(' · ') })
}

/**
 * What was done and what it brought, in order, without the name of the player.
 *
 * Games provide texts in the past tense as `did.NAME` for the choice with the label `game.KEY.choice.NAME`, or
 * `game.KEY.move.NAME` as the coach calls it, and `told.NAME` where the effects say the rest, or all of it.
 */
export function toldWords({ label, effects }: Told, names: readonly string[], texts?: OwnTexts): string[] {
  // Effects such as stars and coins are told with their cause.
  const did = tellsByEffects({ label, effects }, texts) ? wordsAs('told', label, names, texts) : null
  return [did ?? didWords(label, names, texts), ...effects.map((text) => say(text, names))].filter(Boolean)
}

/** Whether the effects of a move tell what was done, too. */
export function tellsByEffects({ label, effects }: Told, texts?: OwnTexts): boolean {
  return effects.length > 0 && wordsAs('told', label, [], texts) !== null
}

/** What was done by a choice with this label, without the name of the player. */
export function didWords(label: Text, names: readonly string[], texts?: OwnTexts): string {
  return wordsAs('did', label, names, texts) ?? say(label, names)
}

/** The text of the game for a choice with this label and prefix; null if it has none. */
function wordsAs(way: string, label: Text, names: readonly string[], texts?: OwnTexts): string | null {
  const words = texts?.[language()] ?? {}
  const key = label.key.replace(/^game\.\w+\.(choice|move)/, way)
  return key in words ? pick(words, key, spoken(label, names)) : null
}

/** The values of a text, in words. */
function spoken({ values }: Text, names: readonly string[]): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? say(value, names) : value]),
  )
}
