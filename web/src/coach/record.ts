/** Records as text: only cut, never understood. */
import type { Moment } from '~/api/types.ts'

/** The record as it stood before an entry. */
export function before(record: string, entry: number): string {
  const end = record.indexOf('\n\n') + 2
  const lines = record.slice(end).split('\n')
  const kept = lines.slice(0, entry - 1)
  return record.slice(0, end) + kept.map((line) => `${line}\n`).join('')
}

/** The record up to a moment: a decision is looked at before it is made, a throw when it lies there. */
export function upTo(record: string, { kind, entry }: Moment): string {
  return before(record, kind === 'decision' ? entry : entry + 1)
}
