import { resolve } from 'node:path'
import { loadPyodide, type PyodideAPI } from 'pyodide'
import type { PyProxy } from 'pyodide/ffi'
import { expect as law, test } from 'vitest'
import * as kernel from '~/device/kernel.ts'

const SOURCES = resolve('../src')
const PYTHON = resolve('node_modules/pyodide')

/** What is needed of the files of the engine. */
interface Files {
  mkdirTree(folder: string): void
  mount(kind: unknown, options: { root: string }, folder: string): void
  filesystems: { NODEFS: unknown }
}

/** How far two ways to walk along the lattices of many pools are apart at most, with random worths. */
const COMPARED = `
import sys
sys.path.insert(0, "/src")
from operator import mul
from random import Random
from knobel.core.dice import D6, D10, Die
from knobel.solve.kernel import quick, turn_plain
from knobel.solve.kernel.lattice import lattice
from knobel.solve.kernel.ways import Kinds

coin, odd = Die("coin", ("0", "1"), 0), Die("odd", ("1", "2", "3"), 1)
pools = [(D6,), (D6,) * 5, (coin, D6, D6), (D6, D6, D6, D10), (odd, odd, coin, coin, coin), (D6, D10, odd, coin)]
random, quickly, apart = Random(7), quick.Walker(kernel), []
for pool in pools:
    for rounded in (16, 1):
        grid = lattice(pool)
        rolls = [round(random.random(), rounded) for _ in grid.order]
        held = turn_plain.expect(grid, rolls)
        again = turn_plain.choose(grid, held, rolls)
        chances = [random.random() for _ in held]
        kinds = Kinds([random.randrange(7) for _ in rolls])
        ends = [[round(random.random(), rounded) for _ in range(7)] for _ in range(3)]

        def turns():
            chances = turn_plain.endings(grid, kinds, ends, 3)
            # Of ways to play that are worth the same, which is taken depends on the last digit: what they bring does not.
            brought = [sum(map(mul, *each)) for each in zip(chances, ends)]
            return [turn_plain.starts(grid, kinds, ends, 3), brought, *(chances if rounded > 1 else [])]

        plainly = turns()
        fell = turn_plain.fall(grid, chances)
        ended = [-1 if end >= worth else -row for end, (worth, row) in zip(rolls, turn_plain.best(grid, held))]
        quick.use(kernel)
        pairs = [
            (held, quickly.expect(grid, rolls)),
            (again, quickly.choose(grid, held, rolls)),
            (fell, quickly.fall(grid, chances)),
            (ended, quickly.best(grid, held, rolls)),
            *zip(plainly, turns()),
        ]
        quick.stop()
        for one, other in pairs:
            assert len(one) == len(other)
            apart += [abs(a - b) for a, b in zip(one, other)]
max(apart)
`

test('the engine reckons turns as plain Python does, whatever the dice', async () => {
  const python: PyodideAPI = await loadPyodide({ indexURL: PYTHON })
  const files = python.FS as Files
  files.mkdirTree('/src')
  files.mount(files.filesystems.NODEFS, { root: SOURCES }, '/src')
  const names = python.globals as PyProxy & { set(name: string, value: unknown): void }
  names.set('kernel', { ...kernel })
  law(python.runPython(COMPARED)).toBeLessThan(1e-12)
})
