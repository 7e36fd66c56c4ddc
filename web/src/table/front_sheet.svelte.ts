/** Which sheet lies before the eyes on a phone, and when the next one takes its place. */
import { READING } from './view_facts.ts'

export class FrontSheet {
  /** The sheet to bring before the eyes; a new object brings it there again. */
  wanted = $state.raw<{ seat: number } | null>(null)
  /** Whose sheet lies there. */
  open = $state<number | null>(null)
  #next: ReturnType<typeof setTimeout> | undefined

  show(seat: number): void {
    this.stay()
    this.wanted = { seat }
    this.open = seat
  }

  /** Bring the sheet of whoever is asked; with `reading`, once what was written on another has been seen. */
  turnTo(seat: number, reading: boolean): void {
    this.stay()
    if (!reading || this.open === null || this.open === seat) this.show(seat)
    else
      this.#next = setTimeout(() => {
        this.show(seat)
      }, READING)
  }

  /** Bring no other sheet. */
  stay(): void {
    clearTimeout(this.#next)
  }
}
