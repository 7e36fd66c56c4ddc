/** Sheets of one's own: six tasks under a name, kept on this device. The room says how a task is written. */
import type { Text } from '~/api/types.ts'
import { say } from '~/app/i18n.svelte.ts'
import { linkTo } from '~/app/router.svelte.ts'
import { read, write } from '~/app/storage.ts'
import { COLOURS } from '~/dice/faces.ts'
import notations from '../../../../src/knobel/games/kribbeln/notations.json'

/** As many tasks as a sheet has. */
export const TASKS = 6
export const LONGEST_NAME = 30
const KEPT = 'sheets.kribbeln'
const BETWEEN = '; '

export interface MySheet {
  name: string
  /** Its tasks in the notation of the room. */
  tasks: string
}

/** A kind of task, by its number, with colours for all that it names, or for the first of them. */
export interface Task {
  kind: number
  colours: readonly string[]
}

/** The numbers of all kinds. */
export const KINDS: readonly number[] = notations.map((_, at) => at + 1)

/** How many colours a kind of task names. */
export function namesColours(kind: number): number {
  return (notations[kind - 1] ?? '').split('{}').length - 1
}

/** A task in words; a colour that is still to be chosen has no value. */
export function labelOf({ kind, colours }: Task): Text {
  const values = colours.map((colour, at) => ['abc'.charAt(at), { key: `colour.${colour}`, values: {} }] as const)
  return { key: `game.kribbeln.task.${kind}`, values: Object.fromEntries(values) }
}

/** Tasks in the notation of the room. */
export function written(tasks: readonly Task[]): string {
  return tasks.map(notationOf).join(BETWEEN)
}

/** The tasks that are written so; null if we would have written them in another way. */
export function tasksIn(text: string): Task[] | null {
  const found = text.split(BETWEEN).map((part) => known().get(part))
  return found.length === TASKS && found.every((task) => task !== undefined) ? found : null
}

/** Tasks as people say them, in the language of the moment. */
export function told(tasks: readonly Task[]): string {
  return tasks.map((task) => say(labelOf(task))).join(BETWEEN)
}

/** A link that opens a new table with a sheet. */
export function linkOf({ name, tasks }: MySheet): string {
  const query = new URLSearchParams({ tasks, name })
  return `${linkTo('new', { game: 'kribbeln' })}?${query}`
}

export function mySheets(): MySheet[] {
  const found = read(KEPT)
  return Array.isArray(found) ? found.filter(isSheet) : []
}

/** Keep a sheet, in the place of an old one if there is one; the same is kept once. */
export function keepSheet(sheet: MySheet, old = sheet): MySheet[] {
  const kept = mySheets()
  const at = kept.findIndex((other) => same(other, old))
  const others = kept.filter((other) => !same(other, old) && !same(other, sheet))
  return keep(at < 0 ? [...others, sheet] : others.toSpliced(at, 0, sheet))
}

export function dropSheet(sheet: MySheet): MySheet[] {
  return keep(mySheets().filter((other) => !same(other, sheet)))
}

function same(one: MySheet, other: MySheet): boolean {
  return one.name === other.name && one.tasks === other.tasks
}

function keep(sheets: MySheet[]): MySheet[] {
  write(KEPT, sheets)
  return sheets
}

function isSheet(found: unknown): found is MySheet {
  const { name, tasks } = (found ?? {}) as Partial<MySheet>
  return typeof name === 'string' && typeof tasks === 'string' && tasksIn(tasks) !== null
}

function notationOf({ kind, colours }: Task): string {
  return colours.reduce((text, colour) => text.replace('{}', colour), notations[kind - 1] ?? '')
}

let all: Map<string, Task> | null = null

/** Every task there is, by its notation. */
function known(): ReadonlyMap<string, Task> {
  const tasks = () => KINDS.flatMap((kind) => chosen(namesColours(kind)).map((colours): Task => ({ kind, colours })))
  return (all ??= new Map(tasks().map((task) => [notationOf(task), task])))
}

/** All ways to name so many different colours. */
function chosen(count: number): string[][] {
  if (!count) return [[]]
  return chosen(count - 1).flatMap((some) =>
    COLOURS.filter((colour) => !some.includes(colour)).map((colour) => [...some, colour]),
  )
}
