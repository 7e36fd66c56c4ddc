/** Records as text: cut, but not parsed. */
import type { Moment } from '~/api/types.ts'

/** The record before an entry. */
export function before(record: string, entry: number): string {
  const end = record.indexOf('\n\n') + 2
  const lines = record.slice(end).split('\n')
  const kept = lines.slice(0, entry - 1)
  return record.slice(0, end) + kept.map((line) => `${line}\n`).join('')
}

/** The record up to a moment: before a decision, or after a throw. */
export function upTo(record: string, { kind, entry }: Moment): string {
  return before(record, kind === 'decision' ? entry : entry + 1)
}
