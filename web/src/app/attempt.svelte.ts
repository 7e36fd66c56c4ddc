/** Something that a touch asks of the server: whether it is under way, and what went wrong with it. */
import { errorWords } from './words.ts'

export class Attempt {
  busy = $state(false)
  trouble = $state<string | null>(null)

  async make(work: () => Promise<unknown>): Promise<void> {
    this.busy = true
    this.trouble = null
    try {
      await work()
    } catch (error) {
      this.trouble = errorWords(error)
    } finally {
      this.busy = false
    }
  }
}
