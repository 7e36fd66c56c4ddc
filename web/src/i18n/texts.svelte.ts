/** The words of the app in the language of the moment; `t` for its own, `say` for those of scenes. */
import { api } from '~/api/client.ts'
import type { Text } from '~/api/types.ts'
import { read, write } from '~/settings/storage.ts'
import type german from '~/texts/de.json'
import { pick, sayIn, type Catalogue } from './say.ts'

export const LANGUAGES = ['de', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
export type Key = keyof typeof german

const OWN: Record<Language, () => Promise<{ default: Catalogue }>> = {
  de: () => import('~/texts/de.json'),
  en: () => import('~/texts/en.json'),
}

let language = $state<Language>('de')
let own = $state.raw<Catalogue>({})
let scene = $state.raw<Catalogue>({})

/** The language of the moment. */
export function speaks(): Language {
  return language
}

/** A text of the app. A value `n` of 1 takes the sentence for one. */
export function t(key: Key, values: Record<string, number | string> = {}): string {
  return pick(own, key, values)
}

/** A text of a scene, with the players' names. */
export function say(text: Text, names: readonly string[] = []): string {
  return sayIn(scene, text, names)
}

/** Whether scenes have a text of this key. */
export function known(key: string): boolean {
  return key in scene
}

/** Speak this language from now on. Words of scenes seen before are there at once, then brought up to date. */
export async function speak(wanted: Language): Promise<void> {
  const words = await OWN[wanted]()
  const kept = read(`texts.${wanted}`) as Catalogue | null
  language = wanted
  own = words.default
  scene = kept ?? {}
  document.documentElement.lang = wanted
  const fresh = refresh(wanted)
  if (!kept) await fresh
}

async function refresh(wanted: Language): Promise<void> {
  try {
    const texts = await api.texts(wanted)
    write(`texts.${wanted}`, texts)
    if (language === wanted) scene = texts
  } catch {
    // Without a connection the kept words stay; pages say what is wrong themselves.
  }
}
