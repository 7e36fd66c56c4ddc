/** Which key presses are for the table, and not for the focused element. */

const TYPING = 'input, textarea, select, dialog, [popover]:popover-open'
const CONTROL = 'button, a, summary, [tabindex]'

/** Whether a key without modifiers is pressed, while nobody types and no dialog is open. */
export function forTable(event: KeyboardEvent): boolean {
  const typing = event.target instanceof Element && event.target.closest(TYPING) !== null
  return !(typing || event.ctrlKey || event.metaKey || event.altKey || event.repeat)
}

/** Whether the focused element would not handle the key itself. */
export function atRest(target: EventTarget | null): boolean {
  return !(target instanceof Element && target.closest(CONTROL))
}

/** Whether a box is focused: it is selected with Enter, and leaves the space bar to the dice. */
export function onSpot(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-spot]') !== null
}

/** The next box that begins with a letter, after the focused one; those that can be chosen come first. */
export function spotOf(letter: string, spots: readonly HTMLElement[], from: Element | null): HTMLElement | undefined {
  const fitting = spots.filter((spot) => nameOf(spot).startsWith(letter.toLocaleLowerCase()))
  const open = fitting.filter((spot) => spot.matches('[aria-pressed], [data-enter]'))
  const among = open.length ? open : fitting
  return among[(among.findIndex((spot) => spot === from) + 1) % among.length]
}

function nameOf(spot: HTMLElement): string {
  return (spot.querySelector('.sr-only') ?? spot).textContent.trim().toLocaleLowerCase()
}
