/** Which choices of a scene stand for which cells of the grid. What is allowed the scene tells; here it is looked up. */
import type { Choice } from '~/api/types.ts'

/** The choices that write into two cells; the others begin. */
export function pairsOf(choices: readonly Choice[]): Choice[] {
  return choices.filter(({ cells }) => cells.length === 2)
}

/** The choice that writes the first symbol here and the second there. */
export function pairOf(choices: readonly Choice[], first: string, second: string): Choice | null {
  return choices.find(({ cells: [one, other] }) => one === first && other === second) ?? null
}

/** The same cells with the symbols the other way round. */
export function swapped(choices: readonly Choice[], { cells: [first = '', second = ''] }: Choice): Choice | null {
  return pairOf(choices, second, first)
}

/** Whether it matters which symbol goes where. */
export function differs({ cells: [first = '', second = ''], after }: Choice): boolean {
  return after[first] !== after[second]
}

/** The choices that go on from a first cell, by the second. */
export function onwards(choices: readonly Choice[], first: string): ReadonlyMap<string, Choice> {
  return new Map(choices.filter(({ cells }) => cells[0] === first).map((choice) => [choice.cells[1] ?? '', choice]))
}
