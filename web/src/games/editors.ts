/** Custom editors for options: the folder of a game provides them in `editors.ts`, by key. */
import type { Component } from 'svelte'

export interface EditorProps {
  /** The name of the option, and its explanation. */
  legend: string
  help: string
  /** The ordinary choices. */
  choices: readonly { value: string; words: string }[]
  /** The default. */
  usual: string
  /** All options of the table: an editor may change others, too. */
  options: Record<string, string>
}

export type Editors = Record<string, Component<EditorProps, object, 'options'>>

const EDITORS = import.meta.glob<Editors>('./*/editors.ts', { eager: true, import: 'default' })

export function editorOf(game: string, option: string): Editors[string] | undefined {
  return EDITORS[`./${game}/editors.ts`]?.[option]
}
