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

/** The holdings of a set of dice. */
interface Lattice {
  axes: Axis[]
  /** The number of each roll, in the order in which rolls stand among the holdings. */
  order: number[]
  /** How likely each of them is when all dice are thrown. */
  falls?: Float64Array
}

const lattices: Lattice[] = []

/** Where numbers are worked on, one place after the other: to ask for new ones each time takes longer than the work. */
const places = [new Float64Array(0), new Float64Array(0)]

/** Get to know the holdings of a set of dice; returns the number they are called by from now on. */
export function learn(axes: string, order: string): number {
  lattices.push({ axes: JSON.parse(axes) as Axis[], order: JSON.parse(order) as number[] })
  return lattices.length - 1
}

/** The mean worth of every holding when all other dice are thrown. */
export function expect(lattice: number, rolls: PyBuffer, held: PyBuffer): void {
  work(rolls, held, (grid) => expected(lattice, grid))
}

/** The worth of every roll when any of its dice may be held, where that is more than what stands there already. */
export function choose(lattice: number, held: PyBuffer, rolls: PyBuffer): void {
  work(held, rolls, (worths, ending) => chosen(lattice, worths, ending))
}

/** Which holding of every roll is worth most, of several the first; -1 where to end with the roll, whose worth stands there, is worth as much. */
export function best(lattice: number, held: PyBuffer, rolls: PyBuffer): void {
  work(held, rolls, (given, ending) => {
    // Worths are asked for to the end; the places are for the rows.
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

/** Pass the chances of rolls on to what is held of them, and leave them where nothing is. */
export function hold(best: PyBuffer, rolls: PyBuffer, held: PyBuffer): void {
  reading([best, rolls, held], ([rows, chances, next]) => {
    for (let roll = 0; roll < rows!.length; roll += 1) {
      const row = rows![roll]!
      if (row < 0 || !chances![roll]!) continue
      next![row]! += chances![roll]!
      chances![roll] = 0
    }
  })
}

/** The chance of each kind of rolls. */
export function gather(lattice: number, kinds: PyBuffer, rolls: PyBuffer, found: PyBuffer): void {
  reading([kinds, rolls, found], ([kindOf, chances, shares]) => {
    const { order } = lattices[lattice]!
    for (let roll = 0; roll < order.length; roll += 1) shares![kindOf![order[roll]!]!]! += chances![roll]!
  })
}

/** What some turns are worth before their first throw. `ends` are what rolls of each kind are worth as the end of each of them, one turn after the other. */
export function starts(lattice: number, kinds: PyBuffer, ends: PyBuffer, throws: number, found: PyBuffer): void {
  reading([kinds, ends, found], ([kindOf, worths, turns]) => {
    const { order } = lattices[lattice]!
    const falls = (lattices[lattice]!.falls ??= fallen(lattice, nothingHeld(lattice)).slice())
    const each = worths!.length / turns!.length
    const ending = new Float64Array(order.length)
    for (let turn = 0; turn < turns!.length; turn += 1) {
      for (let roll = 0; roll < ending.length; roll += 1) {
        ending[roll] = worths![turn * each + kindOf![order[roll]!]!]!
      }
      let rolls: Float64Array = ending
      for (let left = throws - 1; left > 0; left -= 1) rolls = chosen(lattice, expected(lattice, rolls), ending)
      let mean = 0
      for (let roll = 0; roll < falls.length; roll += 1) mean += falls[roll]! * rolls[roll]!
      turns![turn] = mean
    }
  })
}

/** The chance of every roll once the dice in the cup of every holding are thrown, from the chance of each holding. */
export function fall(lattice: number, held: PyBuffer, rolls: PyBuffer): void {
  work(held, rolls, (chances) => fallen(lattice, chances))
}

function fallen(lattice: number, held: Float64Array): Float64Array {
  return walks(lattice, 'full', 'size').reduce(
    (grid, walk) => (walk.first > 1 ? full(thrown(grid, walk), walk) : thrownAlone(grid, walk)),
    held,
  )
}

/** All chances with the holding of no die, which is the first. */
function nothingHeld(lattice: number): Float64Array {
  const held = new Float64Array(lattices[lattice]!.axes.reduce((product, { size }) => product * size, 1))
  held[0] = 1
  return held
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

/** The same for a die that is alone: there is one holding without it, and one for each of its faces. */
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

/** The same for a die that is alone, and only the holdings with it. */
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

/** The same for a die that is alone, and only the holdings with it. */
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

/** The same for a die that is alone, and only the holdings with it. */
function thrownAlone(grid: Float64Array, { size, outer, inner }: Walk): Float64Array {
  const found = room(outer * (size - 1) * inner, grid)
  let to = 0
  for (let at = 0; at < outer; at += 1) {
    const cup = at * size * inner
    for (let face = 1; face < size; face += 1) {
      const from = cup + face * inner
      for (let row = 0; row < inner; row += 1, to += 1) found[to] = grid[from + row]! + grid[cup + row]! / (size - 1)
    }
  }
  return found
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
  const axes = lattices[lattice]!.axes.map((axis) => ({ axis, size: axis.size, full: axis.size - axis.ups.length }))
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
  reading([from, to], ([given, written]) => {
    const grid = room(given!.length, given!)
    grid.set(given!)
    written!.set(make(grid, written!))
  })
}

/** Look at the memory of the engine. */
function reading(buffers: PyBuffer[], look: (numbers: Float64Array[]) => void): void {
  const views = buffers.map((buffer) => buffer.getBuffer('f64'))
  try {
    look(views.map(({ data }) => data as Float64Array))
  } finally {
    for (const view of views) view.release()
  }
}
