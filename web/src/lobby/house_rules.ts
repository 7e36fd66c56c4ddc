/** The options of a table that differ from the default, in words: everybody reads them before joining. */
import type { View } from '~/api/types.ts'
import { gameOf } from '~/app/games.svelte.ts'
import { gameWords } from '~/app/words.ts'

export function houseRules({ game, options }: Pick<View, 'game' | 'options'>): string[] {
  const known = gameOf(game)
  return (known?.options ?? []).flatMap(({ key, default: usual, choices, words }) => {
    const value = options[key]
    // The default options of typed dice are left out.
    if (value === undefined || value === usual || value === known?.typed?.options[key]) return []
    const name = gameWords(game, `option.${key}`)
    const choice = value === 'yes' ? '' : (words[choices.indexOf(value)] ?? '')
    return [choice ? `${name}: ${choice}` : name]
  })
}
