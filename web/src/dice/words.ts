/** What a die is called out loud. */
import type { TrayDie } from '~/api/types.ts'
import { known, say, t } from '~/app/i18n.svelte.ts'

export function faceWords(die: TrayDie): string {
  if (die.face === null) return t('dock.in_cup')
  const symbol = `symbol.${die.face}`
  const face = known(symbol) ? say({ key: symbol, values: {} }) : die.face
  return die.colour ? `${face} ${say({ key: `colour.${die.colour}`, values: {} })}` : face
}

export function dieWords(die: TrayDie): string {
  return t('die.label', { position: die.position, face: faceWords(die) })
}
