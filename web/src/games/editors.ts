/** Options that are chosen in a way of their own: the folder of a game brings an editor for each as `editors.ts`, by key. */
import type { Component } from 'svelte'

export interface EditorProps {
  /** What the option is called, and what it is about. */
  legend: string
  help: string
  /** What may be chosen anyway. */
  choices: readonly { value: string; words: string }[]
  /** What holds if nothing is chosen. */
  usual: string
  /** All options of the table: an editor may choose others, too. */
  options: Record<string, string>
}

export type Editors = Record<string, Component<EditorProps, object, 'options'>>

const EDITORS = import.meta.glob<Editors>('./*/editors.ts', { eager: true, import: 'default' })

export function editorOf(game: string, option: string): Editors[string] | undefined {
  return EDITORS[`./${game}/editors.ts`]?.[option]
}
