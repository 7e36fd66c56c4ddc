/**
 * What `tools/fixtures.py` wrote. It is read, not imported: the compiler would work out the type of every value in
 * it, which takes longer than to check all of our code.
 */
import { readFileSync } from 'node:fs'
import type { Catalogue } from '~/app/i18n.svelte.ts'
import type { Games, Text } from '~/api/types.ts'

export function fixtureText(name: string): string {
  return readFileSync(`tests/fixtures/${name}.json`, 'utf-8')
}

export function fixture(name: string): unknown {
  return JSON.parse(fixtureText(name))
}

/** A text, and how it is said in a language by those who have these names. */
export interface Said {
  text: Text
  language: string
  names: string[]
  said: string
}

export const library = fixture('games') as Games
export const german = fixture('texts.de') as Catalogue
export const english = fixture('texts.en') as Catalogue
