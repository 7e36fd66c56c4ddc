/** What is wrong with the view that is shown: it scrolls sideways, or words are cut, spill out or cover each other. */
() => {
  const MEANT = '.sheets, header ul, .scroll' // These are swiped on purpose.
  const BOX = 'button, a, label, th, td, dd, summary, .paper, .dock, .pad, .toast'
  const SLACK = 2

  const shown = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const named = (node) => node.outerHTML.replace(/<svg.*?<\/svg>/gs, '…').slice(0, 160)
  const empty = ({ left, right, top, bottom }) => right - left < 1 || bottom - top < 1
  const meet = (one, other) => ({
    left: Math.max(one.left, other.left),
    right: Math.min(one.right, other.right),
    top: Math.max(one.top, other.top),
    bottom: Math.min(one.bottom, other.bottom),
  })

  /** What of a box its surroundings let through, and whether one of them cuts it for good. */
  function through(box, node) {
    let [cut, left] = [false, box]
    for (let around = node; around && around !== document.body; around = around.parentElement) {
      const { overflowX, overflowY, position, clipPath } = getComputedStyle(around)
      if (clipPath !== 'none') return { cut: false, left: { left: 0, right: 0, top: 0, bottom: 0 } }
      const edge = around.getBoundingClientRect()
      const hides = (way) => ['hidden', 'clip'].includes(way)
      if (hides(overflowX)) cut ||= box.left < edge.left - SLACK || box.right > edge.right + SLACK
      if (hides(overflowY)) cut ||= box.top < edge.top - SLACK || box.bottom > edge.bottom + SLACK
      if (overflowX !== 'visible' || overflowY !== 'visible') left = meet(left, edge)
      if (position === 'fixed') break
    }
    return { cut, left }
  }

  /** Which layer words lie in: those of different ones may cover each other, as a head that stays when its table moves. */
  const layer = (node) =>
    node.closest('dialog, aside, thead, .below, .notes, .said, .signs, .worth, .begin, [popover]')

  const root = document.querySelector('dialog[open]') ?? document.body
  const wrong = []
  const page = document.documentElement
  if (page.scrollWidth > innerWidth) {
    const sticksOut = (node) => !node.parentElement.closest(MEANT) && node.getBoundingClientRect().right > innerWidth + 1
    const beyond = [...root.querySelectorAll('*')].filter(sticksOut)
    const last = beyond.find((node) => !beyond.some((other) => other !== node && node.contains(other)))
    wrong.push(`the page is ${page.scrollWidth} pixels wide: ${last ? named(last) : ''}`)
  }
  for (const node of root.querySelectorAll('*')) {
    if (node.matches(MEANT) || !shown(node) || node.closest('svg')) continue
    const scrolls = ['auto', 'scroll'].includes(getComputedStyle(node).overflowX)
    if (scrolls && node.scrollWidth > node.clientWidth + 1) wrong.push(`scrolls sideways: ${named(node)}`)
  }

  const words = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode
    const node = text.parentElement
    if (!text.data.trim() || !shown(node) || node.closest('svg, script, style')) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const frame = node.closest(BOX)?.getBoundingClientRect()
    for (const box of range.getClientRects()) {
      const { cut, left } = through(box, node)
      // Older lines of a log fade out at its end.
      if (cut && !node.matches('.player .name, .log span')) wrong.push(`cut off: ${named(node)}`)
      if (empty(left)) continue
      const out = frame && (box.left < frame.left - SLACK || box.right > frame.right + SLACK)
      if (out && !cut) wrong.push(`spills out: ${named(node)}`)
      // Lines are higher than letters.
      const [high, slim] = [left.bottom - left.top, 0.22]
      words.push({ node, in: layer(node), ...left, top: left.top + high * slim, bottom: left.bottom - high * slim })
    }
  }
  words.sort((one, other) => one.top - other.top)
  for (const [at, one] of words.entries()) {
    for (let next = at + 1; next < words.length && words[next].top < one.bottom; next += 1) {
      const other = words[next]
      if (one.node === other.node || one.in !== other.in) continue
      const both = meet(one, other)
      if (both.right - both.left > SLACK && both.bottom - both.top > SLACK)
        wrong.push(`one covers the other: ${named(one.node)} and ${named(other.node)}`)
    }
  }
  return [...new Set(wrong)]
}
