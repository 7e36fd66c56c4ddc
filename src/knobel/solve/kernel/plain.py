"""The kernel in plain Python: the reference for the others, and for machines without NumPy.

Worths are lists. The axis of the current pass varies slowest, so all rows of a holding are contiguous; after the pass
it is interleaved as the fastest, and the next axis has become the slowest. After all axes the order is the first again.
"""

from collections.abc import Sequence
from itertools import count
from operator import add
from typing import Any, TypeVar

from knobel.solve.kernel.lattice import Lattice
from knobel.solve.kernel.turn import Turn
from knobel.solve.kernel.uses import Kinds, Rolls, Use

Worth = TypeVar("Worth", float, tuple[float, int])
"""A worth, alone or with the row it comes from."""
Cell = TypeVar("Cell")


class PlainKernel:
    """The passes of a turn on lists; rolls are in the order in which they occur among the holdings."""

    solves_endgames = False

    def column(self, lattice: Lattice, worths: Rolls) -> list[float]:
        return [worths[number] for number in lattice.order]

    def expect(self, lattice: Lattice, rolls: list[float]) -> list[float]:
        for axis in lattice.axes:
            parts: list[Any] = [None] * axis.full.start + _split(rolls, len(axis.full))
            for holding in reversed(range(axis.full.start)):
                total, *others = [parts[more] for more in axis.ups[holding]]
                # Face by face, as other kernels do: Python's `sum` rounds in another way.
                for face in others:
                    total = list(map(add, total, face))
                parts[holding] = [worth / len(axis.ups[holding]) for worth in total]
            rolls = _interleaved(parts)
        return rolls

    def choose(self, lattice: Lattice, held: list[float], ending: list[float]) -> list[float]:
        return list(map(max, _raised(lattice, held), ending))

    def best(self, lattice: Lattice, held: list[float], ending: list[float]) -> list[int]:
        # Rows are negated: of equal worths the first row is the maximum.
        rows = _raised(lattice, list(zip(held, count(0, -1), strict=False)))
        return [-row if worth > stop else -1 for (worth, row), stop in zip(rows, ending, strict=True)]

    def holding(self, lattice: Lattice, row: int) -> list[int]:
        return [int(at == row) for at in range(lattice.size)]

    def fall(self, lattice: Lattice, held: list[int]) -> list[int]:
        for axis in lattice.axes:
            parts = [
                [orders * ways for ways in part]
                for part, orders in zip(_split(held, axis.size), axis.orders, strict=True)
            ]
            for holding, ups in enumerate(axis.ups):
                for more in ups if any(parts[holding]) else ():
                    parts[more] = list(map(add, parts[more], parts[holding]))
            held = _interleaved(parts[axis.full.start :])
        return held

    def hold(self, lattice: Lattice, best: list[int], rolls: list[int]) -> list[int]:
        held = [0] * lattice.size
        for roll, row in enumerate(best):
            if row >= 0:
                held[row] += rolls[roll]
                rolls[roll] = 0
        return held

    def gather(self, lattice: Lattice, kinds: Kinds, count: int, rolls: list[int]) -> list[int]:
        totals = [0] * count
        for number, ways in zip(lattice.order, rolls, strict=True):
            totals[kinds.of_roll[number]] += ways
        return totals

    def starts(self, lattice: Lattice, kinds: Kinds, worths: Sequence[Sequence[float]], throws: int) -> list[float]:
        return self.prospects(lattice, [kinds.column(turn) for turn in worths], throws - 1, 0)

    def endings(
        self, lattice: Lattice, kinds: Kinds, worths: Sequence[Sequence[float]], throws: int
    ) -> list[list[float]]:
        return [Turn(lattice, kinds.column(turn), throws, solver=self).endings(kinds, len(turn)) for turn in worths]

    def prospects(self, lattice: Lattice, columns: Sequence[Rolls], rethrows: int, row: int) -> list[float]:
        return [Turn(lattice, worths, rethrows + 1, solver=self).holdings(0)[row] for worths in columns]

    def best_worths(self, uses: Sequence[Use]) -> list[float]:
        return list(map(max, zip(*(use.kinds.column(use.worths) for use in uses), strict=True)))

    def best_uses(self, uses: Sequence[Use]) -> list[int]:
        rolls = zip(*(use.kinds.column(use.worths) for use in uses), strict=True)
        return [uses[worths.index(max(worths))].number for worths in rolls]


def _raised(lattice: Lattice, held: list[Worth]) -> list[Worth]:
    """The worth of every roll if any of its dice may be held: of each axis, the best holding with one die less."""
    for axis in lattice.axes:
        parts = _split(held, axis.size)
        for holding in range(1, axis.size):
            parts[holding] = list(map(max, parts[holding], *[parts[less] for less in axis.down[holding]]))
        held = _interleaved(parts[axis.full.start :])
    return held


def _split(rows: list[Cell], count: int) -> list[list[Cell]]:
    """Split rows by the holding of the slowest axis."""
    size = len(rows) // count
    return [rows[start : start + size] for start in range(0, len(rows), size)]


def _interleaved(parts: Sequence[list[Cell]]) -> list[Cell]:
    """Put rows together again, so that the axis by which they were split varies fastest."""
    return [cell for cells in zip(*parts, strict=True) for cell in cells]
