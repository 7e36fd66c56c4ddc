/** What was just written is marked for a moment, so that one sees what happened while one looked elsewhere. */

/** How long the mark stays, in milliseconds. */
const MOMENT = 2500

/** Follows a value; `now` is true for a moment after another one was written. Sets the class `fresh` of parts.css. */
export function fresh(value: () => number | string | boolean | null): { readonly now: boolean } {
  const written = $derived(value())
  let before: number | string | boolean | null | undefined
  let now = $state(false)

  $effect(() => {
    // What stood there from the beginning is not new, and what was taken back is gone.
    const changed = before !== undefined && written !== null && written !== before
    before = written
    now = changed
    if (!changed) return
    const timer = setTimeout(() => (now = false), MOMENT)
    return () => clearTimeout(timer)
  })

  return {
    get now() {
      return now
    },
  }
}
