"""The kernel in JavaScript, for browsers: the passes are in `web/src/device/kernel.ts`.

It knows holdings by numbers only, and exchanges arrays of floats.
"""

import json
from array import array
from collections.abc import Iterable, Sequence
from typing import Protocol

from knobel.solve.kernel.lattice import Lattice
from knobel.solve.kernel.turn import Turn
from knobel.solve.kernel.uses import Doubles, Kinds, Rolls, Use


class Script(Protocol):
    """The functions of `kernel.ts`; each writes into its last arrays."""

    def learn(self, axes: str, order: str) -> int:
        """Register a lattice by its axes and the order of its rolls; return the number that identifies it."""

    def expect(self, lattice: int, rolls: Doubles, held: Doubles) -> None:
        """Fill in the expectation of every holding if all other dice are thrown."""

    def choose(self, lattice: int, held: Doubles, rolls: Doubles) -> None:
        """Raise the worth of every roll to that of the best dice to hold, where that is more."""

    def best(self, lattice: int, held: Doubles, rolls: Doubles) -> None:
        """Fill in the row of the best holding of every roll, the first of several; -1 where ending is worth as much."""

    def fall(self, lattice: int, held: Doubles, rolls: Doubles) -> None:
        """Fill in the ways to every roll after the dice in the cup of every holding are thrown."""

    def hold(self, best: Doubles, rolls: Doubles, held: Doubles) -> None:
        """Move the ways to rolls to the holdings with these rows; -1 moves nothing."""

    def gather(self, lattice: int, kinds: Doubles, rolls: Doubles, totals: Doubles) -> None:
        """Fill in the total ways to each kind of roll."""

    def starts(self, lattice: int, kinds: Doubles, worths: Doubles, throws: int, turns: Doubles) -> None:
        """Fill in the worth of turns before their first throw, from the worths of the kinds of rolls they end with."""

    def pick(self, kinds: Doubles, counts: Doubles, worths: Doubles, best: Doubles, places: Doubles) -> None:
        """Fill in the worth of every roll in its best use, and the place of that use, the first of several."""


class JsKernel:
    """The passes of a turn in JavaScript; rolls are in the order in which they occur among the holdings."""

    solves_endgames = False

    def __init__(self, script: Script) -> None:
        self._script = script
        self._numbers: dict[Lattice, int] = {}

    def column(self, lattice: Lattice, worths: Rolls) -> Doubles:
        return array("d", [worths[number] for number in lattice.order])

    def expect(self, lattice: Lattice, rolls: Doubles) -> Doubles:
        held = _zeros(lattice.size)
        self._script.expect(self._number(lattice), rolls, held)
        return held

    def choose(self, lattice: Lattice, held: Doubles, ending: Doubles) -> Doubles:
        rolls = ending[:]
        self._script.choose(self._number(lattice), held, rolls)
        return rolls

    def best(self, lattice: Lattice, held: Doubles, ending: Doubles) -> Doubles:
        rows = ending[:]
        self._script.best(self._number(lattice), held, rows)
        return rows

    def holding(self, lattice: Lattice, row: int) -> Doubles:
        held = _zeros(lattice.size)
        held[row] = 1.0
        return held

    def fall(self, lattice: Lattice, held: Doubles) -> Doubles:
        rolls = _zeros(len(lattice.order))
        self._script.fall(self._number(lattice), held, rolls)
        return rolls

    def hold(self, lattice: Lattice, best: Doubles, rolls: Doubles) -> Doubles:
        held = _zeros(lattice.size)
        self._script.hold(best, rolls, held)
        return held

    def gather(self, lattice: Lattice, kinds: Kinds, count: int, rolls: Doubles) -> Doubles:
        totals = _zeros(count)
        self._script.gather(self._number(lattice), kinds.doubles, rolls, totals)
        return totals

    def starts(self, lattice: Lattice, kinds: Kinds, worths: Sequence[Sequence[float]], throws: int) -> Doubles:
        turns = _zeros(len(worths))
        self._script.starts(self._number(lattice), kinds.doubles, _joined(worths), throws, turns)
        return turns

    def endings(
        self, lattice: Lattice, kinds: Kinds, worths: Sequence[Sequence[float]], throws: int
    ) -> list[list[float]]:
        return [Turn(lattice, kinds.column(turn), throws, solver=self).endings(kinds, len(turn)) for turn in worths]

    def prospects(self, lattice: Lattice, columns: Sequence[Rolls], rethrows: int, row: int) -> list[float]:
        return [Turn(lattice, worths, rethrows + 1, solver=self).holdings(0)[row] for worths in columns]

    def best_worths(self, uses: Sequence[Use]) -> Doubles:
        return self._pick(uses)[0]

    def best_uses(self, uses: Sequence[Use]) -> list[int]:
        return [uses[int(place)].number for place in self._pick(uses)[1]]

    def _pick(self, uses: Sequence[Use]) -> tuple[Doubles, Doubles]:
        """The worth of each roll in its best use, and the place of that use."""
        counts = array("d", [len(use.worths) for use in uses])
        best, places = (_zeros(len(uses[0].kinds.of_roll)) for _ in range(2))
        kinds = _joined(use.kinds.doubles for use in uses)
        self._script.pick(kinds, counts, _joined(use.worths for use in uses), best, places)
        return best, places

    def _number(self, lattice: Lattice) -> int:
        """The number of a lattice, which is registered when it is first used."""
        if lattice not in self._numbers:
            axes = [
                {"size": axis.size, "ups": axis.ups, "down": axis.down, "orders": axis.orders} for axis in lattice.axes
            ]
            self._numbers[lattice] = self._script.learn(json.dumps(axes), json.dumps(lattice.order))
        return self._numbers[lattice]


def _joined(parts: Iterable[Iterable[float]]) -> Doubles:
    """The numbers of all parts, one after the other."""
    numbers = array("d")
    for part in parts:
        numbers.extend(part)
    return numbers


def _zeros(count: int) -> Doubles:
    return array("d", [0.0]) * count
