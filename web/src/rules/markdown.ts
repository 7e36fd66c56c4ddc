/** A parser for the Markdown of our rules pages: headings, paragraphs, lists, tables, bold, and fences for examples. */

export interface Span {
  text: string
  bold: boolean
}

export type Block =
  | { kind: 'heading'; level: number; spans: Span[] }
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'list'; items: Span[][] }
  | { kind: 'table'; head: Span[][]; rows: Span[][][] }
  | { kind: 'example' }

export function spansOf(text: string): Span[] {
  return text
    .split('**')
    .map((part, at) => ({ text: part, bold: at % 2 === 1 }))
    .filter((span) => span.text)
}

export function blocksOf(markdown: string): Block[] {
  return markdown
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map(blockOf)
}

function blockOf(text: string): Block {
  const lines = text.split('\n')
  if (text.startsWith('```score')) return { kind: 'example' }
  const heading = /^(#+) (.*)$/.exec(text)
  if (heading) return { kind: 'heading', level: heading[1]?.length ?? 1, spans: spansOf(heading[2] ?? '') }
  if (lines.every((line) => line.startsWith('|'))) {
    const [head = [], , ...rows] = lines.map(cellsOf)
    return { kind: 'table', head, rows }
  }
  if (text.startsWith('- ')) {
    const items = text.slice(2).split(/\n- /)
    return { kind: 'list', items: items.map((item) => spansOf(item.replaceAll('\n', ' '))) }
  }
  return { kind: 'paragraph', spans: spansOf(lines.join(' ')) }
}

function cellsOf(line: string): Span[][] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => spansOf(cell.trim()))
}
