import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { library } from '../fixtures.ts'

const CSS = readFileSync('src/app/styles/tokens.css', 'utf-8')
const PAIRS = [...CSS.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g)]
const SIDES = ['light', 'dark'] as const

/** The colour of what can be touched: that of each game, and of pages of no game. */
const accents = [
  ...library.games.map(({ colour }): [string, string] => [colour.light, colour.dark]),
  ...PAIRS.filter(([, token]) => token === 'accent').map(([, , light = '', dark = '']): [string, string] => [
    light,
    dark,
  ]),
]

function shades(name: string): [string, string][] {
  if (name === 'accent') return accents
  const found = PAIRS.filter(([, token]) => token === name).map(([, , light = '', dark = '']): [string, string] => [
    light,
    dark,
  ])
  if (!found.length) throw new Error(`there is no colour --${name}`)
  return found
}

/** The light of red, green and blue, from 0 to 1. */
function linear(colour: string): number[] {
  return [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
}

function luminance([red = 0, green = 0, blue = 0]: readonly number[]): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: readonly number[], other: readonly number[]): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const TO_CONES = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
const FROM_CONES = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
]

function times(matrix: readonly number[][], vector: readonly number[]): number[] {
  return matrix.map((row) => row.reduce((sum, factor, at) => sum + factor * (vector[at] ?? 0), 0))
}

/** What color-mix(in oklab, …) gives; mixing is linear there, so it may be done in the roots of the cones. */
function mixed(one: string, part: number, other: string): number[] {
  const [first = [], second = []] = [one, other].map((colour) => times(TO_CONES, linear(colour)).map(Math.cbrt))
  return times(
    FROM_CONES,
    first.map((root, at) => (part * root + (1 - part) * (second[at] ?? 0)) ** 3),
  )
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
          contrast(linear(inks[at] ?? ''), linear(grounds[at] ?? '')),
          `${side}: ${String(inks)} on ${String(grounds)}`,
        ).toBeGreaterThan(4.5)
      })
    }
  }
})

test('people can be told apart by day and by night: their letters on tokens, and their colours as letters', () => {
  const tokens = [...CSS.matchAll(/--person-\d: (#\w{6});/g)].map(([, colour = '']) => colour)
  expect(tokens).toHaveLength(8)
  for (const colour of tokens) expect(contrast(linear('#ffffff'), linear(colour)), colour).toBeGreaterThan(4.5)
  for (const [at] of tokens.entries())
    for (const ground of ['table', 'paper'])
      SIDES.forEach((_, side) => {
        const [ink, under] = [`person-line-${at + 1}`, ground].map((name) => linear(shades(name)[0]?.[side] ?? ''))
        expect(contrast(ink ?? [], under ?? []), `${at + 1} on ${ground}`).toBeGreaterThan(4.5)
      })
})

test('the ring of the focus stands out from the table and the paper', () => {
  for (const ground of ['paper', 'table']) {
    SIDES.forEach((_, at) => {
      expect(contrast(linear(shades('focus')[0]?.[at] ?? ''), linear(shades(ground)[0]?.[at] ?? ''))).toBeGreaterThan(3)
    })
  }
})

test('what stands on a wash of a game can be read, and its line is seen', () => {
  const wash = Number(/--accent-wash: color-mix\(in oklab, var\(--accent\) (\d+)%/.exec(CSS)?.[1]) / 100
  const line = Number(/--accent-line: color-mix\(in oklab, var\(--accent\) (\d+)%/.exec(CSS)?.[1]) / 100
  SIDES.forEach((side, at) => {
    const colour = (name: string) => shades(name)[0]?.[at] ?? ''
    for (const accent of accents.map((both) => both[at] ?? '')) {
      const ground = mixed(accent, wash, colour('paper'))
      for (const ink of [accent, colour('print'), colour('pencil')])
        expect(contrast(linear(ink), ground), `${side}: ${ink} on the wash of ${accent}`).toBeGreaterThan(4.5)
      const stroke = mixed(accent, line, colour('paper'))
      expect(contrast(stroke, linear(colour('paper'))), `${side}: the line of ${accent}`).toBeGreaterThan(2)
    }
  })
})

test('every game has a colour of its own', () => {
  expect(new Set(library.games.map(({ colour }) => colour.light)).size).toBe(library.games.length)
})

test('what is filled by night in a colour of its own can be read, and stands out from the table and the paper', () => {
  for (const fill of library.games.flatMap(({ colour }) => colour.fill ?? [])) {
    expect(contrast(linear('#ffffff'), linear(fill)), fill).toBeGreaterThan(4.5)
    for (const ground of ['paper', 'table'])
      expect(contrast(linear(shades(ground)[0]?.[1] ?? ''), linear(fill)), `${fill} on ${ground}`).toBeGreaterThan(2)
  }
})
