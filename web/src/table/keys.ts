/** Keys that are meant for the table and not for what has the focus. */

const TYPING = 'input, textarea, select, dialog, [popover]:popover-open'
const CONTROL = 'button, a, summary, [tabindex]'

/** A key by itself, while nobody types and nothing lies over the table. */
export function forTable(event: KeyboardEvent): boolean {
  const typing = event.target instanceof Element && event.target.closest(TYPING) !== null
  return !(typing || event.ctrlKey || event.metaKey || event.altKey || event.repeat)
}

/** Nothing that would do something else with the key has the focus. */
export function atRest(target: EventTarget | null): boolean {
  return !(target instanceof Element && target.closest(CONTROL))
}

/** A box has the focus: it is chosen with Enter, and leaves the space bar to the dice. */
export function onSpot(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-spot]') !== null
}

/** The next box that begins with a letter, from the one that has the focus on; those that can be chosen come first. */
export function spotOf(letter: string, spots: readonly HTMLElement[], from: Element | null): HTMLElement | undefined {
  const fitting = spots.filter((spot) => nameOf(spot).startsWith(letter.toLocaleLowerCase()))
  const open = fitting.filter((spot) => spot.matches('[aria-pressed], [data-enter]'))
  const among = open.length ? open : fitting
  return among[(among.findIndex((spot) => spot === from) + 1) % among.length]
}

function nameOf(spot: HTMLElement): string {
  return (spot.querySelector('.sr-only') ?? spot).textContent.trim().toLocaleLowerCase()
}
