/** Roving tabindex: one tab stop for a whole sheet; the arrow keys move between spots. */
import type { Attachment } from 'svelte/attachments'

const STEPS: Record<string, readonly [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** The position of a button on a sheet. */
export interface FocusSpot {
  tabindex: 0 | -1
  'data-spot': string
  'data-row': number
  'data-column': number
  /** The cell, if it is written. */
  'data-written'?: string | undefined
}

/** Spots are elements with `data-spot`, `data-row` and `data-column`. */
export class Roving {
  #at = $state<string | null>(null)

  /** `first` is the initial tab stop. */
  constructor(private readonly first: () => string | undefined) {}

  /** The tabindex of a spot. */
  stop(spot: string): 0 | -1 {
    return spot === (this.#at ?? this.first()) ? 0 : -1
  }

  /** Handles keys and focus within a sheet. */
  readonly follow: Attachment<HTMLElement> = (sheet) => {
    const pressed = (event: KeyboardEvent) => {
      const from = spotOf(event.target)
      if (!from || event.ctrlKey || event.metaKey || event.altKey) return
      const to = goal(event.key, from, [...sheet.querySelectorAll<HTMLElement>('[data-spot]')])
      if (!to) return
      event.preventDefault()
      to.focus()
    }
    /** The element that was focused by keyboard. */
    let last: HTMLElement | null = null
    const focused = (event: FocusEvent) => {
      const spot = spotOf(event.target)
      last = spot?.matches(':focus-visible') ? spot : null
      this.#at = spot?.dataset.spot ?? this.#at
    }
    // A written cell may be no button any more; the focus then stays nearby, instead of jumping to the top of the
    // page.
    const changes = new MutationObserver(() => {
      if (!last || last.isConnected) return
      const from = last
      last = null
      if (document.activeElement === document.body) heir(from, sheet)?.focus({ preventScroll: true })
    })
    changes.observe(sheet, { childList: true, subtree: true })
    sheet.addEventListener('keydown', pressed)
    sheet.addEventListener('focusin', focused)
    return () => {
      changes.disconnect()
      sheet.removeEventListener('keydown', pressed)
      sheet.removeEventListener('focusin', focused)
    }
  }
}

function spotOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-spot]') : null
}

/** The element at the place of a removed spot, or in its row, or the initial tab stop. */
function heir(gone: HTMLElement, sheet: HTMLElement): HTMLElement | undefined {
  const spots = [...sheet.querySelectorAll<HTMLElement>('[data-spot]')]
  return (
    spots.find(({ dataset }) => dataset.spot === gone.dataset.spot) ??
    spots.find(({ dataset }) => dataset.row === gone.dataset.row) ??
    spots.find(({ tabIndex }) => tabIndex === 0)
  )
}

/** The spot that an arrow key leads to: straight ahead if there is one, else the nearest aside. */
function goal(key: string, from: HTMLElement, spots: HTMLElement[]): HTMLElement | undefined {
  if (key === 'Home') return spots[0]
  if (key === 'End') return spots.at(-1)
  const step = STEPS[key]
  if (!step) return undefined
  const [down, right] = step
  let best: HTMLElement | undefined
  let nearest = Infinity
  for (const spot of spots) {
    const rows = Number(spot.dataset.row) - Number(from.dataset.row)
    const columns = Number(spot.dataset.column) - Number(from.dataset.column)
    const ahead = rows * down + columns * right
    const far = ahead + 100 * Math.abs(down ? columns : rows)
    if (ahead <= 0 || far >= nearest) continue
    best = spot
    nearest = far
  }
  return best
}
