/** Which choice taps on dice, tracks and stamps select, from the choices of the scene. */
import type { Choice, Sheet } from '~/api/types.ts'
import { marksOf, type Marks } from '~/board/board.ts'

/** The choices that use the picked dice; all of them if none are picked. */
export function served(choices: readonly Choice[], picked: readonly number[]): readonly Choice[] {
  const fitting = choices.filter((choice) => picked.every((position) => choice.dice.includes(position)))
  return fitting.length ? fitting : choices
}

/** The choices meant by the picked dice: of those that use them, the ones with the fewest dice. */
function meant(choices: readonly Choice[], picked: readonly number[]): readonly Choice[] {
  const fitting = served(choices, picked)
  if (!picked.length || fitting === choices) return choices
  const fewest = Math.min(...fitting.map(({ dice }) => dice.length))
  return fitting.filter(({ dice }) => dice.length === fewest)
}

/** The cells to tap next: those of the picked dice, or those that can be combined with the selected choice. */
export function lit(choices: readonly Choice[], chosen: Choice | null, picked: readonly number[]): ReadonlySet<string> {
  if (!chosen) return new Set(meant(choices, picked).flatMap(({ cells }) => cells))
  const joining = served(choices, picked).filter(({ cells }) => chosen.cells.every((cell) => cells.includes(cell)))
  return new Set([...chosen.cells, ...joining.flatMap(({ cells }) => cells)])
}

/** The choice after a tap on a cell: the cell is added to the selected choice, or removed, or starts a new one. */
export function tap(
  choices: readonly Choice[],
  chosen: Choice | null,
  cell: string,
  picked: readonly number[],
): Choice | null {
  const before = chosen?.cells ?? []
  if (!before.includes(cell)) {
    return smallest(choices, [...before, cell], picked) ?? smallest(choices, [cell], picked)
  }
  const rest = before.filter((other) => other !== cell)
  return rest.length ? smallest(choices, rest, picked) : chosen
}

/** The choice with these cells and as few others as possible. */
function smallest(choices: readonly Choice[], wanted: readonly string[], picked: readonly number[]): Choice | null {
  const having = choices.filter(({ cells }) => wanted.every((cell) => cells.includes(cell)))
  const fewest = Math.min(...having.map(({ cells }) => cells.length))
  return served(having, picked).find(({ cells }) => cells.length === fewest) ?? having[0] ?? null
}

/** The ways to use dice as coins, besides the other cells of the selected choice. */
export function coinWays(choices: readonly Choice[], chosen: Choice | null, laps: ReadonlySet<string>): Choice[] {
  const others = (choice: Choice | null) =>
    (choice?.cells ?? [])
      .filter((cell) => !laps.has(cell))
      .sort()
      .join(' ')
  const ways = choices.filter(({ cells }) => cells.some((cell) => laps.has(cell)))
  const beside = ways.filter((choice) => others(choice) === others(chosen))
  return beside.length ? beside : ways.filter((choice) => !others(choice))
}

/** The values of a sheet: tasks are done or not, and the coins of all laps are added. */
export function marks(sheet: Sheet): Marks {
  const coins = sheet.cells.filter(({ part }) => part === 'coins').reduce((sum, { value }) => sum + Number(value), 0)
  const done = sheet.cells
    .filter(({ part, value }) => part === 'tasks' && value !== null)
    .map(({ key }) => [key, 'done'])
  return {
    ...marksOf(sheet, ({ part }) => part === 'coins'),
    ...(Object.fromEntries(done) as Marks),
    ...(coins ? { coins } : {}),
  }
}
