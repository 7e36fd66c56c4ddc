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

/** Where the kernels in plain Python and of the browser differ on turns with many pools, and how many facts agree. */
const COMPARED = `
import sys
sys.path.insert(0, "/src")
from random import Random
from knobel.core.dice import D6, D10, Die
from knobel.solve.kernel.js import JsKernel
from knobel.solve.kernel.lattice import lattice
from knobel.solve.kernel.plain import PlainKernel
from knobel.solve.kernel.turn import Turn
from knobel.solve.kernel.uses import Kinds, Outcomes, Use

coin, odd = Die("coin", ("0", "1"), 0), Die("odd", ("1", "2", "3"), 1)
pools = [(D6,), (D6,) * 5, (coin, D6, D6), (D6, D6, D6, D10), (odd, odd, coin, coin, coin), (D6, D10, odd, coin)]


def facts(kernel):
    random, facts = Random(7), []
    for pool in pools:
        # With one digit many worths are equal, and so are many ways to play.
        for digits in (16, 1):
            grid = lattice(pool)

            def worths(count):
                return [round(random.random(), digits) for _ in range(count)]

            rolls = len(grid.falls)
            kinds = [Kinds([random.randrange(count) for _ in range(rolls)]) for count in (7, 2, 2, 3)]
            uses = [Use(at, some, worths(max(some.of_roll) + 1)) for at, some in enumerate(kinds)]
            facts += [list(kernel.best_worths(uses)), kernel.best_uses(uses)]
            nothing, first = (None,) * len(pool), (pool[0].first, *[None] * (len(pool) - 1))
            for bought in (None, worths(rolls)):
                turn = Turn(grid, worths(rolls), 3, bought, solver=kernel)
                facts += [list(turn.holdings(throws)) for throws in range(3)]
                facts.append([turn.start, turn.thrown(first)])
                outcomes = [Outcomes(kinds[0], [worths(2) for _ in range(7)]) for _ in range(3)]
                facts += turn.outcomes(outcomes, 0, [nothing, first])
            turns = [worths(7) for _ in range(3)]
            facts += [list(kernel.starts(grid, kinds[0], turns, 3)), *kernel.endings(grid, kinds[0], turns, 3)]
            facts.append(list(kernel.prospects(grid, [worths(rolls)], 2, 0)))
    return facts


pairs = list(zip(facts(PlainKernel()), facts(JsKernel(script)), strict=True))
repr([(number, plain[:3], quick[:3]) for number, (plain, quick) in enumerate(pairs) if plain != quick][:3]), len(pairs)
`

test('the engine reckons turns as plain Python does to the last bit, whatever the dice', async () => {
  const python: PyodideAPI = await loadPyodide({ indexURL: PYTHON })
  const files = python.FS as Files
  files.mkdirTree('/src')
  files.mount(files.filesystems.NODEFS, { root: SOURCES }, '/src')
  const names = python.globals as PyProxy & { set(name: string, value: unknown): void }
  names.set('script', { ...kernel })
  const [apart, facts] = (python.runPython(COMPARED) as { toJs: () => [string, number] }).toJs()
  law(apart).toBe('[]')
  law(facts).toBeGreaterThan(100)
})
