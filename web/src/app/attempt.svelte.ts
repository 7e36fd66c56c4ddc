/** A request started by a touch: whether it is in progress, and its error. */
import { errorWords } from './words.ts'

export function newAttempt() {
  const attempt = $state({ busy: false, trouble: null as string | null, make })

  async function make(work: () => Promise<unknown>): Promise<void> {
    attempt.busy = true
    attempt.trouble = null
    try {
      await work()
    } catch (error) {
      attempt.trouble = errorWords(error)
    } finally {
      attempt.busy = false
    }
  }

  return attempt
}
