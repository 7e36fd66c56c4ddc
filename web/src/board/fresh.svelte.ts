/** Marks a new entry for a moment, so that people see what happened while they looked elsewhere. */

/** The duration of the mark, in milliseconds. */
const MOMENT = 2500

/** Watches a value; `now` is true for a moment after it was changed. For the class `fresh` of parts.css. */
export function fresh(value: () => number | string | boolean | null): { readonly now: boolean } {
  const written = $derived(value())
  let before: number | string | boolean | null | undefined
  let now = $state(false)

  $effect(() => {
    // The first value is not new, and an undone one is gone.
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
