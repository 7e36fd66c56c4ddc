/** Which sheet is visible on a phone, and when the next one is shown. */
import { READING } from './view_facts.ts'

export class FrontSheet {
  /** The sheet to scroll to; a new object scrolls again. */
  wanted = $state.raw<{ seat: number } | null>(null)
  /** The seat of the visible sheet. */
  open = $state<number | null>(null)
  #next: ReturnType<typeof setTimeout> | undefined

  show(seat: number): void {
    this.stay()
    this.wanted = { seat }
    this.open = seat
  }

  /** Show the sheet of a seat; with `reading`, after a pause for what was written on another. */
  turnTo(seat: number, reading: boolean): void {
    this.stay()
    if (!reading || this.open === null || this.open === seat) this.show(seat)
    else
      this.#next = setTimeout(() => {
        this.show(seat)
      }, READING)
  }

  /** Cancel a pending change. */
  stay(): void {
    clearTimeout(this.#next)
  }
}
