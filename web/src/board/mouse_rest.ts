/** A mouse that rests on an element asks for an explanation, until it moves on. */
import type { Attachment } from 'svelte/attachments'

/** The milliseconds until a resting mouse asks. */
const REST = 600

export function mouseRest(ask: () => void, leave: () => void): Attachment<HTMLElement> {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let asked = false

    const enter = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return
      timer = setTimeout(() => {
        asked = true
        ask()
      }, REST)
    }
    const press = () => {
      clearTimeout(timer)
      asked = false
    }
    const go = () => {
      if (asked) leave()
      press()
    }

    node.addEventListener('pointerenter', enter)
    node.addEventListener('pointerdown', press)
    node.addEventListener('pointerleave', go)
    return () => {
      clearTimeout(timer)
      node.removeEventListener('pointerenter', enter)
      node.removeEventListener('pointerdown', press)
      node.removeEventListener('pointerleave', go)
    }
  }
}
