/** The arithmetic of turns for the engine: means and maxima over all that dice may show and people may hold. Which dice, and what they are worth, it is told. */
/* eslint-disable @typescript-eslint/no-non-null-assertion, @typescript-eslint/prefer-for-of --
   all places are within their arrays, and to look at each, or to make an iterator for a few, takes most of the time. */
import type { PyBuffer } from 'pyodide/ffi'

/** What may be held of a group of equal dice, from none to all; holdings are numbered, those with every die last. */
interface Axis {
  size: number
  /** For each holding with a die in the cup, the holding with each face added. */
  ups: number[][]
  /** For each holding, those with a die less. */
  down: number[][]
}

/** Numbers with three axes: those that are done, the one that is walked, and those to come. */
interface Walk extends Axis {
  /** How many holdings have a die in the cup. */
  first: number
  outer: number
  inner: number
}

const lattices: Axis[][] = []

/** Where numbers are worked on, one place after the other: to ask for new ones each time takes longer than the work. */
const places = [new Float64Array(0), new Float64Array(0)]

/** Get to know the holdings of a set of dice; returns the number they are called by from now on. */
export function learn(axes: string): number {
  lattices.push(JSON.parse(axes) as Axis[])
  return lattices.length - 1
}

/** The mean worth of every holding when all other dice are thrown. */
export function expect(lattice: number, rolls: PyBuffer, held: PyBuffer): void {
  work(rolls, held, (grid) => walks(lattice, 'size', 'full').reduce(widened, grid))
}

/** The worth of every roll when any of its dice may be held, where that is more than what stands there already. */
export function choose(lattice: number, held: PyBuffer, rolls: PyBuffer): void {
  work(held, rolls, (worths, ending) => {
    const found = walks(lattice, 'full', 'size').reduce((grid, walk) => full(most(grid, walk), walk), worths)
    for (let roll = 0; roll < found.length; roll += 1) found[roll] = Math.max(found[roll]!, ending[roll]!)
    return found
  })
}

/** Which holding of every roll is worth most, of several the first. */
export function best(lattice: number, held: PyBuffer, rolls: PyBuffer): void {
  work(held, rolls, (worths) => {
    const every = room(worths.length, worths)
    for (let row = 0; row < every.length; row += 1) every[row] = row
    // Worths are asked for to the end; the places are for the rows.
    const worth = worths.slice()
    return walks(lattice, 'full', 'size').reduce((rows, walk) => full(firstMost(rows, worth, walk), walk), every)
  })
}

/** The chance of every roll once the dice in the cup of every holding are thrown, from the chance of each holding. */
export function fall(lattice: number, held: PyBuffer, rolls: PyBuffer): void {
  work(held, rolls, (chances) =>
    walks(lattice, 'full', 'size').reduce((grid, walk) => full(thrown(grid, walk), walk), chances),
  )
}

/** Add the holdings with dice in the cup to those with every die: each is the mean of what a die more makes of it. */
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

/** Make every holding worth as much as any with a die less. */
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

/** The same by number: put the best of all with a die less in the place of every holding. */
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

/** Pass what each holding with dice in the cup has on to those with a die more. */
function thrown(grid: Float64Array, { size, ups, first, outer, inner }: Walk): Float64Array {
  for (let at = 0; at < outer; at += 1) {
    const base = at * size * inner
    for (let holding = 0; holding < first; holding += 1) {
      const more = ups[holding]!
      for (let row = 0; row < inner; row += 1) {
        const share = grid[base + holding * inner + row]! / more.length
        for (let face = 0; share && face < more.length; face += 1) grid[base + more[face]! * inner + row]! += share
      }
    }
  }
  return grid
}

/** Only the holdings with every die. */
function full(grid: Float64Array, { size, first, outer, inner }: Walk): Float64Array {
  const lying = (size - first) * inner
  const found = room(outer * lying, grid)
  for (let at = 0; at < outer; at += 1) {
    const start = (at * size + first) * inner
    for (let row = 0; row < lying; row += 1) found[at * lying + row] = grid[start + row]!
  }
  return found
}

/** One axis after the other; of those that are done, and of those to come, all holdings are there, or those with every die. */
function walks(lattice: number, done: 'size' | 'full', rest: 'size' | 'full'): Walk[] {
  const axes = lattices[lattice]!.map((axis) => ({ axis, size: axis.size, full: axis.size - axis.ups.length }))
  return axes.map(({ axis }, at) => ({
    ...axis,
    first: axis.ups.length,
    outer: axes.slice(0, at).reduce((product, each) => product * each[done], 1),
    inner: axes.slice(at + 1).reduce((product, each) => product * each[rest], 1),
  }))
}

/** Room for so many numbers, elsewhere than these. */
function room(count: number, taken: Float64Array): Float64Array {
  const at = places.findIndex(({ buffer }) => buffer !== taken.buffer)
  if (places[at]!.length < count) places[at] = new Float64Array(count)
  return places[at]!.subarray(0, count)
}

/** Read numbers from the memory of the engine, and write there what was made of them. */
function work(from: PyBuffer, to: PyBuffer, make: (grid: Float64Array, there: Float64Array) => Float64Array): void {
  const [source, target] = [from.getBuffer('f64'), to.getBuffer('f64')]
  try {
    const written = target.data as Float64Array
    const given = source.data as Float64Array
    const grid = room(given.length, given)
    grid.set(given)
    written.set(make(grid, written))
  } finally {
    source.release()
    target.release()
  }
}
