/** A long press, a right click or the menu key asks for an explanation. */
import type { Attachment } from 'svelte/attachments'

/** The milliseconds of a long press, and how far the finger may move. */
const LONG = 450
const TREMBLE = 10

export function longPress(ask: () => void): Attachment<HTMLElement> {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let from: { x: number; y: number } | null = null
    let answered = false

    const cancel = () => {
      clearTimeout(timer)
      from = null
    }
    const down = (event: PointerEvent) => {
      answered = false
      if (event.button !== 0) return
      from = { x: event.clientX, y: event.clientY }
      timer = setTimeout(() => {
        answered = true
        ask()
      }, LONG)
    }
    const move = (event: PointerEvent) => {
      if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > TREMBLE) cancel()
    }
    const menu = (event: Event) => {
      event.preventDefault()
      cancel()
      if (!answered) ask()
      answered = true
    }
    // The click at the end of a long press is no tap.
    const click = (event: Event) => {
      cancel()
      if (answered) event.stopPropagation()
      answered = false
    }

    const listeners = [
      ['pointerdown', down],
      ['pointermove', move],
      ['pointerup', cancel],
      ['pointercancel', cancel],
      ['contextmenu', menu],
    ] as [string, EventListener][]
    for (const [name, listener] of listeners) node.addEventListener(name, listener)
    node.addEventListener('click', click, { capture: true })
    return () => {
      cancel()
      for (const [name, listener] of listeners) node.removeEventListener(name, listener)
      node.removeEventListener('click', click, { capture: true })
    }
  }
}
