/** The sheets as areas and lines across all players, and the pictures of tasks. */
import type { Cell, Sheet, Text } from '~/api/types.ts'

export interface Line {
  key: string
  /** The cell of the first sheet, for what all have in common. */
  printed: Cell
  kind: 'task' | 'kribbel' | 'total'
  cells: readonly Cell[]
  /** Whether it is being played. */
  now: boolean
}

export interface Area {
  part: string
  lines: Line[]
}

/** The areas of these sheets; the line in play is the first that is not filled by everybody. */
export function areasOf(sheets: readonly Sheet[], over: boolean): Area[] {
  const areas: Area[] = []
  let found = over
  for (const [at, printed] of (sheets[0]?.cells ?? []).entries()) {
    const cells = sheets.flatMap((sheet) => sheet.cells[at] ?? [])
    const kind = kindOf(printed)
    const now = !found && kind !== 'total' && cells.some((cell) => cell.value === null)
    found ||= now
    const line = { key: printed.key, printed, kind, cells, now }
    const area = areas.at(-1)
    if (area?.part === printed.part) area.lines.push(line)
    else areas.push({ part: printed.part, lines: [line] })
  }
  return areas
}

function kindOf({ key }: Cell): Line['kind'] {
  if (key.startsWith('total')) return 'total'
  return key.startsWith('kribbel') ? 'kribbel' : 'task'
}

export type PictureSign =
  | { as: 'die'; colour: string }
  /** A die of any colour; other numbers mean other colours. */
  | { as: 'any'; which: number }
  /** A die whose colour is still to be chosen. */
  | { as: 'open' }
  /** Dice of all other colours. */
  | { as: 'rest' }
  | { as: 'words'; words: string }

export interface Picture {
  signs: readonly PictureSign[]
  /** Whether the opposite is asked for. */
  not: boolean
}

/** A picture for each kind of task: a, b and c are its colours, ?1 ?2 ?3 any different ones. */
const PICTURES: Record<string, string> = {
  'game.kribbeln.task.1': '1× a',
  'game.kribbeln.task.2': '2× a',
  'game.kribbeln.task.3': '1× a 0× b',
  'game.kribbeln.task.4': '0× a 0× b',
  'game.kribbeln.task.5': '0× a',
  'game.kribbeln.task.6': '3× ?1',
  'game.kribbeln.task.7': '2× ?1 2× ?2',
  'game.kribbeln.task.8': 'not 3× ?1',
  'game.kribbeln.task.9': '4× ?1',
  'game.kribbeln.task.10': '?1 ?2 ?3',
  'game.kribbeln.task.11': 'not 2× ?1',
  'game.kribbeln.task.12': 'a > b',
  'game.kribbeln.task.13': 'a = b',
  'game.kribbeln.task.14': 'a ≠ b ≠ c',
  'game.kribbeln.task.15': 'a ≠ b',
  'game.kribbeln.task.16': 'a > rest',
}

/** The picture of a task by its label; null if it is unknown. */
export function pictureOf(label: Text): Picture | null {
  const picture = PICTURES[label.key]
  if (picture === undefined) return null
  const parts = picture.split(' ')
  const signs = parts.filter((part) => part !== 'not').map((part) => signOf(part, label))
  return { signs, not: parts.includes('not') }
}

function signOf(part: string, label: Text): PictureSign {
  const value = label.values[part]
  if (typeof value === 'object') return { as: 'die', colour: value.key.replace('colour.', '') }
  if (part === 'rest') return { as: 'rest' }
  if (part.startsWith('?')) return { as: 'any', which: Number(part.slice(1)) }
  return ['a', 'b', 'c'].includes(part) ? { as: 'open' } : { as: 'words', words: part }
}
