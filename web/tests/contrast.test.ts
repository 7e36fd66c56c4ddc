import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const CSS = readFileSync('src/styles/tokens.css', 'utf-8')
const PAIRS = [...CSS.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g)]
const SIDES = ['light', 'dark'] as const

function shades(name: string): [string, string][] {
  const found = PAIRS.filter(([, token]) => token === name).map(([, , light = '', dark = '']): [string, string] => [
    light,
    dark,
  ])
  if (!found.length) throw new Error(`there is no colour --${name}`)
  return found
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const READ = [
  ['print', 'paper'],
  ['print-soft', 'paper'],
  ['print-soft', 'paper-shade'],
  ['pencil', 'paper'],
  ['pencil-light', 'paper'],
  ['on-table', 'table'],
  ['on-table-soft', 'table'],
  ['accent', 'paper'],
  ['accent', 'table'],
  ['on-accent', 'accent'],
  ['good', 'paper'],
  ['bad', 'paper'],
] as const

test.each(READ)('%s on %s can be read, by day and by night, in every game', (ink, ground) => {
  for (const inks of shades(ink)) {
    for (const grounds of shades(ground)) {
      SIDES.forEach((side, at) => {
        expect(
          contrast(inks[at] ?? '', grounds[at] ?? ''),
          `${side}: ${String(inks)} on ${String(grounds)}`,
        ).toBeGreaterThan(4.5)
      })
    }
  }
})

test('the ring of the focus stands out from the table and the paper', () => {
  for (const ground of ['paper', 'table']) {
    SIDES.forEach((_, at) => {
      expect(contrast(shades('focus')[0]?.[at] ?? '', shades(ground)[0]?.[at] ?? '')).toBeGreaterThan(3)
    })
  }
})

test('there are six accents and one for the rest', () => {
  expect(shades('accent')).toHaveLength(7)
})
