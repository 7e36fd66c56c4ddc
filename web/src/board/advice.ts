/** The places of a sheet that a move uses. */

/** The elements of a move: its box, or else its button. */
export function placesOf(
  sheet: ParentNode,
  { move, cells, seat }: { move: string; cells: readonly string[]; seat: number },
): HTMLElement[] {
  const all = [...sheet.querySelectorAll<HTMLElement>('[data-spot], [data-move]')]
  // Where all players share a sheet, places are named with the seat.
  const named = [
    all.filter(({ dataset }) => cells.some((cell) => dataset.spot === `${cell} ${seat}`)),
    all.filter(({ dataset }) => cells.some((cell) => dataset.spot === cell)),
    all.filter(({ dataset }) => dataset.move === move).slice(0, 1),
  ]
  return named.find((found) => found.length > 0) ?? []
}
