/** Something that a touch asks of the server: whether it is under way, and what went wrong with it. */
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
