/** A mouse that rests on something asks what it is, and takes the question back when it goes on. */
import type { Attachment } from 'svelte/attachments'

/** How long it rests until it asks: who is only passing by is not told. */
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
