import { expect, test } from 'vitest'
import type { MyTable } from '~/api/types.ts'
import { csvOf, eveningsOf } from '~/me/evenings.ts'

const game = {
  table: 'a',
  game: 'hexhex',
  options: {},
  names: ['Anna', 'Ben'],
  bots: [null, null],
  mine: [0],
  over: true,
  scores: [30, 20],
  places: [1, 2],
  dice: 'own',
  updated: 0,
  next: null,
} as unknown as MyTable

test('games played again are one evening, in which people keep their wins and points whatever seat they have', () => {
  const evenings = eveningsOf([
    { ...game, table: 'c', names: ['Anna', 'Ben'], scores: [10, 40], places: [2, 1], updated: 3, next: 'd' },
    { ...game, table: 'b', names: ['Ben', 'Anna'], scores: [25, 35], places: [2, 1], updated: 2, next: 'c' },
    { ...game, table: 'a', updated: 1, next: 'b' },
    { ...game, table: 'd', over: false, updated: 4 },
    { ...game, table: 'z', updated: 5 },
  ])
  expect(evenings).toEqual([
    {
      table: 'c',
      game: 'hexhex',
      games: 3,
      updated: 3,
      standings: [
        { name: 'Anna', wins: 2, total: 75 },
        { name: 'Ben', wins: 1, total: 85 },
      ],
    },
  ])
})

test('results are told seat by seat, own dice marked, and no name is a formula', () => {
  const lines = csvOf([
    { ...game, names: ['=1+1', 'Zoë "Z"'] },
    { ...game, over: false },
  ]).split('\r\n')
  expect(lines).toEqual([
    '"table","date","game","options","dice","seat","name","bot","mine","score","place"',
    `"a","1970-01-01T00:00:00.000Z","hexhex","","own",1,"'=1+1","","yes",30,1`,
    '"a","1970-01-01T00:00:00.000Z","hexhex","","own",2,"Zoë ""Z""","","no",20,2',
    '',
  ])
})

test.each(['=1', '+1', '-1', '@A1', ' =1', '\t=1', '\r\n=1', '＝1', '＋1', '－1', '＠A1'])(
  'a name that some spreadsheet would take for a formula is a text: %j',
  (name) => {
    expect(csvOf([{ ...game, names: [name] }])).toContain(`,"'${name}",`)
  },
)
