/** Scrolls elements to the middle of what can be seen of their sheet, without moving the other sheets. */
import { animationsOn } from '~/app/settings.svelte.ts'

export function scrollIntoView(...nodes: [HTMLElement, ...HTMLElement[]]): () => void {
  // What covers a part of the sheet is measured a frame after it is shown.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => centre(nodes))
  })
  return () => cancelAnimationFrame(frame)
}

function centre(nodes: [HTMLElement, ...HTMLElement[]]): void {
  const sheet = scroller(nodes[0])
  if (!sheet) return
  const here = nodes.map((node) => node.getBoundingClientRect())
  const there = sheet.getBoundingClientRect()
  const covered = parseFloat(getComputedStyle(sheet).scrollPaddingBlockEnd) || 0
  const middle = (Math.min(...here.map(({ top }) => top)) + Math.max(...here.map(({ bottom }) => bottom))) / 2
  const top = middle - (there.top + (there.height - covered) / 2)
  sheet.scrollBy({ top, behavior: animationsOn() ? 'smooth' : 'instant' })
}

function scroller(node: HTMLElement): HTMLElement | null {
  const parent = node.parentElement
  if (!parent || ['auto', 'scroll'].includes(getComputedStyle(parent).overflowY)) return parent
  return scroller(parent)
}
