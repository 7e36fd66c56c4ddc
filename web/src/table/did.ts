/** What somebody did, told to the others: the label of a choice says what one may do, this what was done. */
import type { Choice, Text } from '~/api/types.ts'
import { say, t } from '~/i18n/texts.svelte.ts'

const DID = [
  ...(['write', 'strike', 'sum', 'x', 'dodge', 'begin'] as const),
  ...(['task', 'row', 'rows', 'coins', 'row_coins', 'pass'] as const),
]

export function didWords({ seat, label }: Choice, names: readonly string[]): string {
  const known = DID.find((name) => label.key === `choice.${name}`)
  const what = known ? t(`did.${known}`, spoken(label, names)) : say(label, names)
  return t('table.did', { name: names[seat] ?? '', what })
}

/** The values of a text, in words. */
function spoken({ values }: Text, names: readonly string[]): Record<string, number | string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? say(value, names) : value]),
  )
}
