/** Translations in the current language; `t` for texts of the app, `say` for texts of scenes. */
import { api } from '~/api/client.ts'
import type { Text } from '~/api/types.ts'
import { read, write } from './storage.ts'
import type german from './texts/de.json'

export type Catalogue = Readonly<Record<string, string>>
export type Values = Record<string, number | string>

export const LANGUAGES = ['de', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
export type Key = keyof typeof german

const OWN: Record<Language, () => Promise<{ default: Catalogue }>> = {
  de: () => import('./texts/de.json'),
  en: () => import('./texts/en.json'),
}

let spoken = $state<Language>('de')
let own = $state.raw<Catalogue>({})
let scene = $state.raw<Catalogue>({})
/** The language that was last requested; its texts may still be loading. */
let wished: Language | null = null

/** The current language. */
export function language(): Language {
  return spoken
}

/** A text of the app. A value `n` of 1 selects the singular. */
export function t(key: Key, values: Values = {}): string {
  return pick(own, key, values)
}

/** The texts that the folder of a game brings along. */
export type OwnTexts<Name extends string = string> = Readonly<Record<Language, Readonly<Record<Name, string>>>>

/** `t` for the folder of a game: its own texts, and those of the app. */
export function withOwn<Name extends string>(texts: OwnTexts<Name>): (key: Name | Key, values?: Values) => string {
  return (key, values = {}) => pick(key in texts[spoken] ? texts[spoken] : own, key, values)
}

/** A text of a scene, with the players' names. */
export function say(text: Text, names: readonly string[] = []): string {
  return sayIn(scene, text, names)
}

/** A list in a sentence: “Anna, Ben und Eva”. */
export function listed(all: readonly string[]): string {
  return new Intl.ListFormat(spoken, { type: 'conjunction' }).format(all)
}

/** Whether the catalogue of scenes has this key. */
export function known(key: string): boolean {
  return key in scene
}

/** Switch to this language. Texts of scenes come from the cache at first, then from the server. */
export async function speak(wanted: Language): Promise<void> {
  wished = wanted
  const kept = read(`texts.${wanted}`) as Catalogue | null
  const fresh = fetchScene(wanted)
  const words = await OWN[wanted]()
  // All texts change at once.
  const texts = kept ?? (await fresh) ?? {}
  if (wished !== wanted) return
  spoken = wanted
  own = words.default
  scene = texts
  document.documentElement.lang = wanted
  void fresh.then((found) => {
    if (found && spoken === wanted) scene = found
  })
}

/** The texts of scenes from the server; null without a connection, which pages report themselves. */
async function fetchScene(wanted: Language): Promise<Catalogue | null> {
  try {
    const texts = await api.texts(wanted)
    write(`texts.${wanted}`, texts)
    return texts
  } catch {
    return null
  }
}

/** Fill the placeholders {…} of a template; {{ and }} are literal braces. */
export function format(template: string, values: Values): string {
  return template.replace(/\{\{|\}\}|\{(\w+)\}/g, (found, name?: string) =>
    name === undefined ? found.charAt(0) : String(values[name] ?? found),
  )
}

/** The template for a key; the one with `.one` if `n` is 1. */
export function pick(texts: Catalogue, key: string, values: Values): string {
  const singular = values.n === 1 ? texts[`${key}.one`] : undefined
  return format(singular ?? texts[key] ?? key, values)
}

/** A text in the language of a catalogue, with the players' names: the same as knobel.scene.text.say. */
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
