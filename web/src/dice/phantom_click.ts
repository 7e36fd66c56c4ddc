/** Clicks that would hit what has come under a finger that pressed something else. */

/**
 * Cancel the click of a press that has already acted, if it hits another element: what was pressed may be gone before
 * the finger is lifted.
 */
export function cancelPhantomClick(pressed: Element): void {
  const cancel = (event: MouseEvent): void => {
    // Clicks by keys have no count, and no press before them.
    if (event.detail === 0 || (event.target instanceof Node && pressed.contains(event.target))) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const next = (): void => removeEventListener('click', cancel, { capture: true })
  addEventListener('click', cancel, { capture: true, once: true })
  // The next press has a click of its own.
  addEventListener('pointerdown', next, { capture: true, once: true })
}
