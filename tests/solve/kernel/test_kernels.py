"""The kernels agree to the last bit: NumPy, a script outside of Python, and plain Python."""

import json
from random import Random

import numpy as np
import pytest

from knobel.core.dice import D6, D10, Die
from knobel.solve.kernel.backend import Kernel
from knobel.solve.kernel.js import JsKernel
from knobel.solve.kernel.lattice import Lattice, lattice
from knobel.solve.kernel.numpy_kernel import NumpyKernel
from knobel.solve.kernel.plain import PlainKernel
from knobel.solve.kernel.turn import Turn
from knobel.solve.kernel.uses import Doubles, Kinds, Outcomes, Use
from tests.solve.cards import COIN, D3

POOLS = [(D6,), (D6,) * 3, (D6, D6, D10), (COIN, D3, D6), (D3, D3, COIN, COIN), (D10, D10, D3)]
PLAIN = PlainKernel()


class Script:
    """What `web/src/device/kernel.ts` does, in Python; it counts the passes."""

    def __init__(self, grid: Lattice) -> None:
        self._grid, self.passes = grid, 0

    def learn(self, axes: str, order: str) -> int:
        assert [axis["size"] for axis in json.loads(axes)] == list(self._grid.shape)
        assert [tuple(axis["orders"]) for axis in json.loads(axes)] == [axis.orders for axis in self._grid.axes]
        assert json.loads(order) == self._grid.order
        return 7

    def expect(self, lattice: int, rolls: Doubles, held: Doubles) -> None:
        self._fill(lattice, held, PLAIN.expect(self._grid, list(rolls)))

    def choose(self, lattice: int, held: Doubles, rolls: Doubles) -> None:
        self._fill(lattice, rolls, PLAIN.choose(self._grid, list(held), list(rolls)))

    def best(self, lattice: int, held: Doubles, rolls: Doubles) -> None:
        self._fill(lattice, rolls, PLAIN.best(self._grid, list(held), list(rolls)))

    def fall(self, lattice: int, held: Doubles, rolls: Doubles) -> None:
        self._fill(lattice, rolls, PLAIN.fall(self._grid, list(map(int, held))))

    def hold(self, best: Doubles, rolls: Doubles, held: Doubles) -> None:
        left = list(map(int, rolls))
        self._fill(7, held, PLAIN.hold(self._grid, list(map(int, best)), left))
        self._fill(7, rolls, left)

    def gather(self, lattice: int, kinds: Doubles, rolls: Doubles, totals: Doubles) -> None:
        sums = PLAIN.gather(self._grid, Kinds(list(map(int, kinds))), len(totals), list(map(int, rolls)))
        self._fill(lattice, totals, sums)

    def starts(self, lattice: int, kinds: Doubles, worths: Doubles, throws: int, turns: Doubles) -> None:
        count = len(worths) // len(turns)
        columns = [worths[start : start + count] for start in range(0, len(worths), count)]
        self._fill(lattice, turns, PLAIN.starts(self._grid, Kinds(list(map(int, kinds))), columns, throws))

    def pick(self, kinds: Doubles, counts: Doubles, worths: Doubles, best: Doubles, places: Doubles) -> None:
        uses, start = [], 0
        for place, count in enumerate(map(int, counts)):
            of_roll = list(map(int, kinds[place * len(best) : (place + 1) * len(best)]))
            uses.append(Use(place, Kinds(of_roll), worths[start : start + count]))
            start += count
        self._fill(7, best, PLAIN.best_worths(uses))
        self._fill(7, places, PLAIN.best_uses(uses))

    def _fill(self, number: int, numbers: Doubles, values: list[float] | list[int]) -> None:
        assert number == 7
        assert len(numbers) == len(values)
        numbers[:] = type(numbers)("d", values)
        self.passes += 1


def _facts(kernel: Kernel, pool: tuple[Die, ...], digits: int) -> list[list[float]]:
    """What a kernel finds out about a turn with some worths; with few digits, many of them are equal."""
    random, grid = Random(len(pool)), lattice(pool)

    def worths(count: int) -> list[float]:
        return [round(random.random(), digits) for _ in range(count)]

    rolls = len(grid.falls)
    ending, after = worths(rolls), worths(rolls)
    kinds = [Kinds([random.randrange(count) for _ in range(rolls)]) for count in (5, 2, 2, 3)]
    uses = [Use(10 + at, some, worths(max(some.of_roll) + 1)) for at, some in enumerate(kinds)]
    cups = [(None,) * len(pool), (pool[0].first, *[None] * (len(pool) - 1)), tuple(die.first for die in pool)]
    facts = [list(map(float, kernel.best_worths(uses))), list(map(float, kernel.best_uses(uses)))]
    for bought in (None, after):
        turn = Turn(grid, ending, 3, bought, solver=kernel)
        facts.append([turn.start, turn.thrown(cups[1]), *[turn.held(throws, cup) for throws in (1, 2) for cup in cups]])
        outcomes = [Outcomes(kinds[0], [worths(3) for _ in range(5)]) for _ in range(3 if bought else 2)]
        facts += turn.outcomes(outcomes, 1, cups)
        facts.append(turn.endings(kinds[0], 5))
        facts += turn.chances([(kinds[0], 5), (kinds[3], 3)], 1, cups[1])
    turns = [worths(5) for _ in range(3)]
    facts.append(list(kernel.starts(grid, kinds[0], turns, 3)))
    for rethrows in (0, 2):
        facts += [list(kernel.prospects(grid, [ending, after], rethrows, grid.row(cup))) for cup in cups]
    return facts


@pytest.mark.parametrize("pool", POOLS, ids=len)
@pytest.mark.parametrize("digits", [16, 1], ids=["different", "equal"])
def test_every_kernel_finds_the_same_to_the_last_bit(pool: tuple[Die, ...], digits: int) -> None:
    plainly, script = _facts(PLAIN, pool, digits), Script(lattice(pool))
    assert _facts(NumpyKernel(), pool, digits) == plainly
    assert _facts(JsKernel(script), pool, digits) == plainly
    assert script.passes > 10


@pytest.mark.parametrize("kernel", [NumpyKernel(), PLAIN], ids=["numpy", "plain"])
def test_turns_solved_together_end_like_each_alone(kernel: Kernel) -> None:
    random, grid = Random(1), lattice((D6, D6, COIN))
    kinds = Kinds([random.randrange(5) for _ in grid.falls])
    worths = [[random.random() for _ in range(5)] for _ in range(3)]
    alone = [Turn(grid, kinds.column(turn), 3, solver=kernel).endings(kinds, 5) for turn in worths]
    assert np.array(kernel.endings(grid, kinds, worths, 3)) == pytest.approx(np.array(alone))
