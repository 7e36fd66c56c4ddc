/** Custom sheets: six tasks under a name, stored on this device. The room defines the notation of tasks. */
import type { Text } from '~/api/types.ts'
import { say } from '~/app/i18n.svelte.ts'
import { linkTo } from '~/app/router.svelte.ts'
import { read, write } from '~/app/storage.ts'
import { COLOURS } from '~/dice/faces.ts'
import notations from '../../../../src/knobel/games/kribbeln/notations.json'

/** The number of tasks of a sheet. */
export const TASKS = 6
export const LONGEST_NAME = 30
const KEPT = 'sheets.kribbeln'
const BETWEEN = '; '

export interface MySheet {
  name: string
  /** Its tasks in the notation of the room. */
  tasks: string
}

/** A kind of task, by its number, with all or the first of the colours that it names. */
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

/** The label of a task; a colour that is still to be chosen has no value. */
export function labelOf({ kind, colours }: Task): Text {
  const values = colours.map((colour, at) => ['abc'.charAt(at), { key: `colour.${colour}`, values: {} }] as const)
  return { key: `game.kribbeln.task.${kind}`, values: Object.fromEntries(values) }
}

/** Tasks in the notation of the room. */
export function written(tasks: readonly Task[]): string {
  return tasks.map(notationOf).join(BETWEEN)
}

/** Parse tasks; null if they are not in canonical notation. */
export function tasksIn(text: string): Task[] | null {
  const found = text.split(BETWEEN).map((part) => known().get(part))
  return found.length === TASKS && found.every((task) => task !== undefined) ? found : null
}

/** Tasks in words, in the current language. */
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

/** Store a sheet, replacing an old one if there is one; duplicates are dropped. */
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

/** All tasks by their notation. */
function known(): ReadonlyMap<string, Task> {
  const tasks = () => KINDS.flatMap((kind) => chosen(namesColours(kind)).map((colours): Task => ({ kind, colours })))
  return (all ??= new Map(tasks().map((task) => [notationOf(task), task])))
}

/** All ordered selections of this many different colours. */
function chosen(count: number): string[][] {
  if (!count) return [[]]
  return chosen(count - 1).flatMap((some) =>
    COLOURS.filter((colour) => !some.includes(colour)).map((colour) => [...some, colour]),
  )
}
