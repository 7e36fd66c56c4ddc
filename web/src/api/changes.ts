/** Applies changes to a view: the server sends only what differs from the view before. */
import type { Change, View } from './types.ts'

type Step = Change['changes'][number]
type Branch = Record<string | number, unknown>

/** The view after a change; null if the change is not based on this view, so that the whole view has to be fetched. */
export function changed(view: View | null, change: Change): View | null {
  if (view?.seq !== change.since) return null
  const made = change.changes.reduce<unknown>((whole, step) => put(whole, step.at, step), view)
  return { ...(made as View), ...change.own, now: change.now }
}

/** A copy with the value at a path replaced; everything else is shared with the original. */
function put(whole: unknown, [first, ...rest]: (string | number)[], step: Step): unknown {
  if (first === undefined) return fresh(whole, step)
  const copy = Array.isArray(whole) ? (whole.slice() as unknown as Branch) : { ...(whole as Branch) }
  copy[first] = put(copy[first], rest, step)
  return copy
}

function fresh(before: unknown, step: Step): unknown {
  if ('to' in step) return step.to
  if ('fields' in step) return { ...(before as Branch), ...step.fields }
  const list = before as unknown[]
  return [...list.slice(0, step.first), ...step.add, ...list.slice(step.first + step.drop)]
}
