/** Scrolls an element to the middle of its sheet, without moving the other sheets. */
import { animationsOn } from '~/app/settings.svelte.ts'

export function scrollIntoView(node: HTMLElement): () => void {
  const frame = requestAnimationFrame(() => {
    const sheet = scroller(node)
    if (!sheet) return
    const [here, there] = [node.getBoundingClientRect(), sheet.getBoundingClientRect()]
    const aside = here.top + here.height / 2 - (there.top + there.height / 2)
    sheet.scrollBy({ top: aside, behavior: animationsOn() ? 'smooth' : 'instant' })
  })
  return () => cancelAnimationFrame(frame)
}

function scroller(node: HTMLElement): HTMLElement | null {
  const parent = node.parentElement
  if (!parent || ['auto', 'scroll'].includes(getComputedStyle(parent).overflowY)) return parent
  return scroller(parent)
}
