/** Texts of scenes in words: the same as knobel.scene.text.say. */
import type { Text } from '~/api/types.ts'

export type Catalogue = Readonly<Record<string, string>>
type Values = Record<string, number | string>

/** Put values into the {…} of a sentence; {{ and }} are plain braces. */
export function format(template: string, values: Values): string {
  return template.replace(/\{\{|\}\}|\{(\w+)\}/g, (found, name?: string) =>
    name === undefined ? found.charAt(0) : String(values[name] ?? found),
  )
}

/** The sentence for a key; one with `.one` if there is exactly one. */
export function pick(texts: Catalogue, key: string, values: Values): string {
  const singular = values.n === 1 ? texts[`${key}.one`] : undefined
  return format(singular ?? texts[key] ?? key, values)
}

/** A text in the language of a catalogue, with the players' names. */
export function sayIn(texts: Catalogue, text: Text, names: readonly string[] = []): string {
  const values: Values = {}
  for (const [name, value] of Object.entries(text.values)) {
    if (typeof value === 'object') values[name] = sayIn(texts, value, names)
    else if (name === 'seat' && typeof value === 'number') values[name] = seatName(texts, value, names)
    else values[name] = value
  }
  return pick(texts, text.key, values)
}

function seatName(texts: Catalogue, seat: number, names: readonly string[]): string {
  return names[seat] ?? pick(texts, 'seat', { n: seat + 1 })
}
