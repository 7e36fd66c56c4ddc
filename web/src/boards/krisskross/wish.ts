/** What the dock asks for while nothing is pointed at. */
import type { Scene } from '~/api/types.ts'
import type { Key } from '~/i18n/texts.svelte.ts'

export function wish({ prompt }: Scene): Key {
  return prompt.key === 'prompt.begin' ? 'board.pick_symbol' : 'board.two_cells'
}
