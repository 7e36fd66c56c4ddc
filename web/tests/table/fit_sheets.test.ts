import { expect, test } from 'vitest'
import { fitSheets } from '~/table/fit_sheets.ts'

const GAP = 16
const ROOM = { width: 1040, height: 800 }
const OWN = { width: 480, height: 500 }
const OTHER = { width: 360, height: 320 }

test('all sheets fit into the room, and the first one is the largest', () => {
  for (let others = 1; others <= 7; others += 1) {
    const { lead, rest, columns } = fitSheets(ROOM, GAP, OWN, OTHER, others)
    const rows = Math.ceil(others / columns)
    const width = OWN.width * lead + columns * (OTHER.width * rest + GAP)
    const height = rows * OTHER.height * rest + (rows - 1) * GAP
    expect(width).toBeLessThanOrEqual(ROOM.width + 1)
    expect(Math.max(height, OWN.height * lead)).toBeLessThanOrEqual(ROOM.height + 1)
    expect(lead).toBeGreaterThan(rest)
  }
})

test('a sheet alone is as large as the room allows, up to a size that is pleasant to read', () => {
  expect(fitSheets(ROOM, GAP, { width: 520, height: 800 }, null, 0).lead).toBe(1)
  expect(fitSheets(ROOM, GAP, { width: 200, height: 200 }, null, 0).lead).toBe(1.5)
})

test('without a first sheet all are alike and fill the rows', () => {
  const { rest, columns } = fitSheets(ROOM, GAP, null, OTHER, 6)
  expect(columns).toBe(3)
  expect(rest * OTHER.width * 3 + 2 * GAP).toBeLessThanOrEqual(ROOM.width)
})
