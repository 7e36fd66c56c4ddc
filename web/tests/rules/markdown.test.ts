import { expect, test } from 'vitest'
import { blocksOf, spansOf } from '~/rules/markdown.ts'

test('bold words are told from others', () => {
  expect(spansOf('Wirf **alle** Würfel')).toEqual([
    { text: 'Wirf ', bold: false },
    { text: 'alle', bold: true },
    { text: ' Würfel', bold: false },
  ])
  expect(spansOf('**alle**')).toEqual([{ text: 'alle', bold: true }])
})

test('headings, paragraphs, lists and tables are read, line breaks within them are not kept', () => {
  const blocks = blocksOf(
    '# Master\n\nEin Wettlauf\num Sterne.\n\n## Dein Zug\n\n- Wirf\n  alle.\n- Halte.\n\n' +
      '| Aufgabe | Sterne |\n|---|---|\n| **Full** House | 1 |\n',
  )
  expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'heading', 'list', 'table'])
  expect(blocks[1]).toEqual({ kind: 'paragraph', spans: [{ text: 'Ein Wettlauf um Sterne.', bold: false }] })
  expect(blocks[2]).toMatchObject({ level: 2 })
  expect(blocks[3]).toMatchObject({ items: [{ length: 1 }, { length: 1 }] })
  expect(blocks[4]).toMatchObject({
    head: [[{ text: 'Aufgabe' }], [{ text: 'Sterne' }]],
    rows: [[[{ text: 'Full', bold: true }, { text: ' House' }], [{ text: '1' }]]],
  })
})

test('nothing is nothing', () => {
  expect(blocksOf('\n\n')).toEqual([])
})
