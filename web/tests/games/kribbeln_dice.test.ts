/** Six dice told by touch: whatever the dice, they are told in few touches, and the latest touch holds. */
import { expect, test } from 'vitest'
import { nextOpen, squareOf, tell, type Told, toldIn, written } from '~/games/kribbeln/dice_set.ts'

const ROUNDS = 60

/** Numbers from 0 to 1, the same ones every time. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** A Latin square whose dice are in the order of the colours of their 1s: random touches until all is known. */
function latin(random: () => number): number[][] {
  let told: readonly Told[] = []
  for (;;) {
    const square = squareOf(told) ?? []
    const open = square.flatMap((row, die) =>
      row.flatMap((colour, at) => (colour === null ? [{ die, number: at + 1 }] : [])),
    )
    const place = open[Math.floor(random() * open.length)]
    if (!place) return square.map((row) => row.map((colour) => colour ?? 0))
    told = tell(told, { ...place, colour: Math.floor(random() * 6) })
  }
}

/** Tell these dice as the page asks for them. */
function describe(whole: readonly (readonly number[])[]): Told[] {
  const told: Told[] = []
  for (;;) {
    const place = nextOpen(squareOf(told) ?? [])
    if (!place) return told
    told.push({ ...place, colour: whole[place.die]?.[place.number - 1] ?? 0 })
  }
}

test('any six dice are told in at most 17 touches, and what follows is filled in as it is', () => {
  const touches: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const whole = latin(dice(round))
    const told = describe(whole)
    touches.push(told.length)
    expect(squareOf(told)).toEqual(whole)
    expect(toldIn(written(whole))).not.toBeNull()
  }
  expect(Math.max(...touches)).toBeLessThanOrEqual(17)
})

test('the latest touch holds, and whatever was touched before, dice are possible', () => {
  const random = dice(7)
  let told: readonly Told[] = []
  for (let round = 0; round < 4 * ROUNDS; round += 1) {
    const news = {
      die: Math.floor(random() * 6),
      number: 2 + Math.floor(random() * 5),
      colour: Math.floor(random() * 6),
    }
    if (news.die === news.colour) continue
    told = tell(told, news)
    expect(told.at(-1)).toEqual(news)
    expect(squareOf(told)?.[news.die]?.[news.number - 1]).toBe(news.colour)
  }
})

test('dice read back from their text in any order of the dice, and other texts are none', () => {
  const ours = 'kgboyr gboyrk boyrkg oyrkgb yrkgbo rkgboy'
  const told = toldIn(ours.split(' ').toReversed().join(' '))
  expect(written(squareOf(told ?? []) ?? [])).toBe(ours)
  for (const bad of ['', 'any', 'kgboyr', ours.replace('k', 'x'), Array(6).fill('kgboyr').join(' '), `${ours} kgboyr`])
    expect(toldIn(bad)).toBeNull()
})
