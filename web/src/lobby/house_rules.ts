/** What is played otherwise than usual at a table, in words: everybody reads it before they sit down. */
import type { View } from '~/api/types.ts'
import { gameOf } from '~/app/games.svelte.ts'
import { gameWords } from '~/app/words.ts'

export function houseRules({ game, options }: Pick<View, 'game' | 'options'>): string[] {
  const known = gameOf(game)
  return (known?.options ?? []).flatMap(({ key, default: usual, choices, words }) => {
    const value = options[key]
    // What goes with typed dice unless somebody says otherwise.
    if (value === undefined || value === usual || value === known?.typed?.options[key]) return []
    const name = gameWords(game, `option.${key}`)
    const choice = value === 'yes' ? '' : (words[choices.indexOf(value)] ?? '')
    return [choice ? `${name}: ${choice}` : name]
  })
}
