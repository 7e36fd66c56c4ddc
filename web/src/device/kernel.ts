/**
 * The arithmetic of turns for the engine: means and maxima over all outcomes and holdings of dice. The dice and their
 * values are given by the caller.
 */
/* eslint-disable @typescript-eslint/no-non-null-assertion, @typescript-eslint/prefer-for-of --
   all places are within their arrays, and to look at each, or to make an iterator for a few, takes most of the time. */
import type { PyBuffer } from 'pyodide/ffi'

/** The holdings of a group of equal dice, from none to all; they are numbered, the complete ones last. */
interface Axis {
  size: number
  /** For each incomplete holding, the holdings with one die more, by face. */
  ups: number[][]
  /** For each holding, those with one die less. */
  down: number[][]
  /** For each holding, in how many ways its dice may have fallen, whatever they show. */
  orders: number[]
}

/** An array as three axes: those that are done, the present one, and those to come. */
interface Walk extends Axis {
  /** The number of incomplete holdings. */
  first: number
  outer: number
  inner: number
}

/** The holdings of a set of dice. */
interface Lattice {
  axes: Axis[]
  /** The numbers of the rolls, in the order of the complete holdings. */
  order: number[]
}

const lattices: Lattice[] = []

/** Two reused buffers: allocating new ones each time takes longer than the computation. */
const places = [new Float64Array(0), new Float64Array(0)]

/** Register the holdings of a set of dice; returns their number. */
export function learn(axes: string, order: string): number {
  lattices.push({ axes: JSON.parse(axes) as Axis[], order: JSON.parse(order) as number[] })
  return lattices.length - 1
}

/** The expected value of every holding when all other dice are thrown. */
export function expect(lattice: number, rolls: PyBuffer, held: PyBuffer): void {
  work(rolls, held, (grid) => expected(lattice, grid))
}

/** The value of every roll when any of its dice may be held, if that is more than the value given. */
export function choose(lattice: number, held: PyBuffer, rolls: PyBuffer): void {
  work(held, rolls, (worths, ending) => chosen(lattice, worths, ending))
}

/** The best holding of every roll, of several the first; -1 where ending with the roll is worth as much. */
export function best(lattice: number, held: PyBuffer, rolls: PyBuffer): void {
  work(held, rolls, (given, ending) => {
    // The values are needed to the end; the buffers are for the indices.
    const worths = given.slice()
    const every = room(worths.length, given)
    for (let row = 0; row < every.length; row += 1) every[row] = row
    const rows = walks(lattice, 'full', 'size').reduce(
      (grid, walk) => (walk.first > 1 ? full(firstMost(grid, worths, walk), walk) : firstMostAlone(grid, worths, walk)),
      every,
    )
    for (let roll = 0; roll < rows.length; roll += 1) if (ending[roll]! >= worths[rows[roll]!]!) rows[roll] = -1
    return rows
  })
}

/** Move the ways to rolls to the holdings that are held of them, and leave those that end the turn. */
export function hold(best: PyBuffer, rolls: PyBuffer, held: PyBuffer): void {
  reading([best, rolls, held], ([rows, ways, next]) => {
    for (let roll = 0; roll < rows!.length; roll += 1) {
      const row = rows![roll]!
      if (row < 0 || !ways![roll]!) continue
      next![row]! += ways![roll]!
      ways![roll] = 0
    }
  })
}

/** The ways to each kind of roll. */
export function gather(lattice: number, kinds: PyBuffer, rolls: PyBuffer, totals: PyBuffer): void {
  reading([kinds, rolls, totals], ([kindOf, ways, shares]) => {
    const { order } = lattices[lattice]!
    for (let roll = 0; roll < order.length; roll += 1) shares![kindOf![order[roll]!]!]! += ways![roll]!
  })
}

/**
 * The values of turns before their first throw. `ends` are the values of each kind of roll as the end of each turn,
 * one turn after the other.
 */
export function starts(lattice: number, kinds: PyBuffer, ends: PyBuffer, throws: number, found: PyBuffer): void {
  reading([kinds, ends, found], ([kindOf, worths, turns]) => {
    const { order } = lattices[lattice]!
    const each = worths!.length / turns!.length
    const ending = new Float64Array(order.length)
    for (let turn = 0; turn < turns!.length; turn += 1) {
      for (let roll = 0; roll < ending.length; roll += 1) {
        ending[roll] = worths![turn * each + kindOf![order[roll]!]!]!
      }
      let rolls: Float64Array = ending
      for (let left = throws - 1; left > 0; left -= 1) rolls = chosen(lattice, expected(lattice, rolls), ending)
      turns![turn] = expectedOfAll(lattice, rolls)
    }
  })
}

/** The ways to every roll when the other dice are thrown, from the ways to each holding; all dice count as thrown. */
export function fall(lattice: number, held: PyBuffer, rolls: PyBuffer): void {
  work(held, rolls, (ways) =>
    walks(lattice, 'full', 'size').reduce(
      (grid, walk) => (walk.first > 1 ? full(thrown(grid, walk), walk) : thrownAlone(grid, walk)),
      ways,
    ),
  )
}

/**
 * The value of every roll in its best use, and the place of that use, of several the first. `kinds` are those of all
 * rolls, use by use; `worths` are the values of the kinds, of which each use has `counts`.
 */
export function pick(kinds: PyBuffer, counts: PyBuffer, worths: PyBuffer, best: PyBuffer, places: PyBuffer): void {
  reading([kinds, counts, worths, best, places], ([kindOf, countOf, worthOf, most, placeOf]) => {
    const rolls = most!.length
    let start = 0
    most!.fill(-Infinity)
    for (let use = 0; use < countOf!.length; use += 1) {
      for (let roll = 0; roll < rolls; roll += 1) {
        const worth = worthOf![start + kindOf![use * rolls + roll]!]!
        if (worth <= most![roll]!) continue
        most![roll] = worth
        placeOf![roll] = use
      }
      start += countOf![use]!
    }
  })
}

/** The expected value if all dice are thrown: of each axis, only what nothing of it lies. */
function expectedOfAll(lattice: number, rolls: Float64Array): number {
  return walks(lattice, 'size', 'full').reduce((grid, { inner, ...walk }) => {
    const held = (walk.first > 1 ? widened : widenedAlone)(grid, { ...walk, outer: 1, inner })
    return held.subarray(0, inner)
  }, rolls)[0]!
}

function expected(lattice: number, rolls: Float64Array): Float64Array {
  return walks(lattice, 'size', 'full').reduce(
    (grid, walk) => (walk.first > 1 ? widened : widenedAlone)(grid, walk),
    rolls,
  )
}

function chosen(lattice: number, held: Float64Array, ending: Float64Array): Float64Array {
  const found = walks(lattice, 'full', 'size').reduce(
    (grid, walk) => (walk.first > 1 ? full(most(grid, walk), walk) : mostAlone(grid, walk)),
    held,
  )
  for (let roll = 0; roll < found.length; roll += 1) found[roll] = Math.max(found[roll]!, ending[roll]!)
  return found
}

/** Add the incomplete holdings along an axis: each is the mean over the faces of one die more. */
function widened(grid: Float64Array, { size, ups, first, outer, inner }: Walk): Float64Array {
  const lying = (size - first) * inner
  const found = room(outer * size * inner, grid)
  for (let at = 0; at < outer; at += 1) {
    const base = at * size * inner
    for (let row = 0; row < lying; row += 1) found[base + first * inner + row] = grid[at * lying + row]!
    for (let holding = first - 1; holding >= 0; holding -= 1) {
      const more = ups[holding]!
      for (let row = 0; row < inner; row += 1) {
        let sum = 0
        for (let face = 0; face < more.length; face += 1) sum += found[base + more[face]! * inner + row]!
        found[base + holding * inner + row] = sum / more.length
      }
    }
  }
  return found
}

/** Like `widened`, for a single die: one holding without it, and one for each face. */
function widenedAlone(grid: Float64Array, { size, outer, inner }: Walk): Float64Array {
  const found = room(outer * size * inner, grid)
  const faces = size - 1
  for (let at = 0; at < outer; at += 1) {
    const from = at * faces * inner
    const to = at * size * inner
    for (let row = 0; row < inner; row += 1) {
      let sum = 0
      for (let face = 0; face < faces; face += 1) {
        const worth = grid[from + face * inner + row]!
        sum += worth
        found[to + (face + 1) * inner + row] = worth
      }
      found[to + row] = sum / faces
    }
  }
  return found
}

/** Replace every holding by the maximum over those with fewer dice. */
function most(grid: Float64Array, { size, down, outer, inner }: Walk): Float64Array {
  for (let at = 0; at < outer; at += 1) {
    for (let holding = 1; holding < size; holding += 1) {
      const own = (at * size + holding) * inner
      const less = down[holding]!
      for (let each = 0; each < less.length; each += 1) {
        const other = (at * size + less[each]!) * inner
        for (let row = 0; row < inner; row += 1) {
          grid[own + row] = Math.max(grid[own + row]!, grid[other + row]!)
        }
      }
    }
  }
  return grid
}

/** Like `most`, for a single die, with only the complete holdings as the result. */
function mostAlone(grid: Float64Array, { size, outer, inner }: Walk): Float64Array {
  const found = room(outer * (size - 1) * inner, grid)
  let to = 0
  for (let at = 0; at < outer; at += 1) {
    const cup = at * size * inner
    for (let face = 1; face < size; face += 1) {
      const from = cup + face * inner
      for (let row = 0; row < inner; row += 1, to += 1) {
        found[to] = Math.max(grid[from + row]!, grid[cup + row]!)
      }
    }
  }
  return found
}

/** Like `most` for indices: replace every holding by the best of those with fewer dice. */
function firstMost(rows: Float64Array, worths: Float64Array, { size, down, outer, inner }: Walk): Float64Array {
  for (let at = 0; at < outer; at += 1) {
    for (let holding = 1; holding < size; holding += 1) {
      const own = (at * size + holding) * inner
      const less = down[holding]!
      for (let each = 0; each < less.length; each += 1) {
        const other = (at * size + less[each]!) * inner
        for (let row = 0; row < inner; row += 1) {
          const mine = rows[own + row]!
          const its = rows[other + row]!
          const more = worths[its]! - worths[mine]!
          if (more > 0 || (more === 0 && its < mine)) rows[own + row] = its
        }
      }
    }
  }
  return rows
}

/** Like `firstMost`, for a single die, with only the complete holdings as the result. */
function firstMostAlone(rows: Float64Array, worths: Float64Array, { size, outer, inner }: Walk): Float64Array {
  const found = room(outer * (size - 1) * inner, rows)
  let to = 0
  for (let at = 0; at < outer; at += 1) {
    const cup = at * size * inner
    for (let face = 1; face < size; face += 1) {
      const from = cup + face * inner
      for (let row = 0; row < inner; row += 1, to += 1) {
        const mine = rows[from + row]!
        const its = rows[cup + row]!
        const more = worths[its]! - worths[mine]!
        found[to] = more > 0 || (more === 0 && its < mine) ? its : mine
      }
    }
  }
  return found
}

/** Count the ways to each incomplete holding for those with one die more; dice that lie count as thrown, too. */
function thrown(grid: Float64Array, { size, ups, orders, first, outer, inner }: Walk): Float64Array {
  for (let at = 0; at < outer; at += 1) {
    const base = at * size * inner
    for (let holding = 0; holding < size; holding += 1) {
      const start = base + holding * inner
      for (let row = start; row < start + inner; row += 1) grid[row]! *= orders[holding]!
    }
    for (let holding = 0; holding < first; holding += 1) {
      const more = ups[holding]!
      for (let row = 0; row < inner; row += 1) {
        const ways = grid[base + holding * inner + row]!
        for (let face = 0; ways && face < more.length; face += 1) grid[base + more[face]! * inner + row]! += ways
      }
    }
  }
  return grid
}

/** Like `thrown`, for a single die, with only the complete holdings as the result. */
function thrownAlone(grid: Float64Array, { size, outer, inner }: Walk): Float64Array {
  const found = room(outer * (size - 1) * inner, grid)
  let to = 0
  for (let at = 0; at < outer; at += 1) {
    const cup = at * size * inner
    for (let face = 1; face < size; face += 1) {
      const from = cup + face * inner
      for (let row = 0; row < inner; row += 1, to += 1) found[to] = grid[from + row]! * (size - 1) + grid[cup + row]!
    }
  }
  return found
}

/** Only the complete holdings. */
function full(grid: Float64Array, { size, first, outer, inner }: Walk): Float64Array {
  const lying = (size - first) * inner
  const found = room(outer * lying, grid)
  for (let at = 0; at < outer; at += 1) {
    const start = (at * size + first) * inner
    for (let row = 0; row < lying; row += 1) found[at * lying + row] = grid[start + row]!
  }
  return found
}

/** The axes, one after the other; the finished ones, and those to come, have all holdings or only the complete ones. */
function walks(lattice: number, done: 'size' | 'full', rest: 'size' | 'full'): Walk[] {
  const axes = lattices[lattice]!.axes.map((axis) => ({ axis, size: axis.size, full: axis.size - axis.ups.length }))
  return axes.map(({ axis }, at) => ({
    ...axis,
    first: axis.ups.length,
    outer: axes.slice(0, at).reduce((product, each) => product * each[done], 1),
    inner: axes.slice(at + 1).reduce((product, each) => product * each[rest], 1),
  }))
}

/** A buffer of this length, other than the given one. */
function room(count: number, taken: Float64Array): Float64Array {
  const at = places.findIndex(({ buffer }) => buffer !== taken.buffer)
  if (places[at]!.length < count) places[at] = new Float64Array(count)
  return places[at]!.subarray(0, count)
}

/** Read an array from the memory of the engine, and write the result there. */
function work(from: PyBuffer, to: PyBuffer, make: (grid: Float64Array, there: Float64Array) => Float64Array): void {
  reading([from, to], ([given, written]) => {
    const grid = room(given!.length, given!)
    grid.set(given!)
    written!.set(make(grid, written!))
  })
}

/** Access arrays in the memory of the engine. */
function reading(buffers: PyBuffer[], look: (numbers: Float64Array[]) => void): void {
  const views = buffers.map((buffer) => buffer.getBuffer('f64'))
  try {
    look(views.map(({ data }) => data as Float64Array))
  } finally {
    for (const view of views) view.release()
  }
}
