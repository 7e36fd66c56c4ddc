"""An optional accelerator for passes over the lattice: in a browser they are done in JavaScript.

It knows holdings by numbers only, and exchanges arrays of floats. It is optional: `turn_plain` can do all of it.
"""

import json
from array import array
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Protocol, TypeAlias

from knobel.solve.kernel.lattice import Lattice
from knobel.solve.kernel.ways import Labels

Numbers: TypeAlias = "array[float]"


class Kernel(Protocol):
    """The interface of an accelerator; see `web/src/device/kernel.ts`."""

    def learn(self, axes: str, order: str) -> int:
        """Register a lattice by its axes and the order of its rolls; return the number that identifies it."""

    def expect(self, lattice: int, rolls: Numbers, held: Numbers) -> None:
        """Fill in the expectation of every holding if all other dice are thrown."""

    def choose(self, lattice: int, held: Numbers, rolls: Numbers) -> None:
        """Raise the worth of every roll to that of the best dice to hold, where that is more."""

    def best(self, lattice: int, held: Numbers, rolls: Numbers) -> None:
        """Fill in the row of the best holding of every roll, the first of several; -1 where ending is worth as much."""

    def hold(self, best: Numbers, rolls: Numbers, held: Numbers) -> None:
        """Move the chances of rolls to the holdings with these rows; -1 moves nothing."""

    def gather(self, lattice: int, kinds: Numbers, rolls: Numbers, found: Numbers) -> None:
        """Fill in the total chance of each kind of roll."""

    def starts(self, lattice: int, kinds: Numbers, ends: Numbers, throws: int, found: Numbers) -> None:
        """Fill in the worth of turns before their first throw, from the worths of the kinds of rolls they end with."""

    def fall(self, lattice: int, held: Numbers, rolls: Numbers) -> None:
        """Fill in the chance of every roll after the dice in the cup of every holding are thrown."""


class Walker:
    """Calls an accelerator with lattices and arrays."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._numbers: dict[Lattice, int] = {}
        self._kinds: tuple[Labels, Numbers] = (), array("d")

    def expect(self, lattice: Lattice, rolls: Iterable[float]) -> Numbers:
        """The expectation of every holding, from the worths of rolls."""
        held = _zeros(lattice.size)
        self._kernel.expect(self._number(lattice), _numbers(rolls), held)
        return held

    def choose(self, lattice: Lattice, held: Iterable[float], ending: Iterable[float]) -> Numbers:
        """The worth of every roll if dice may be held or the turn may end with it."""
        rolls = array("d", ending)
        self._kernel.choose(self._number(lattice), _numbers(held), rolls)
        return rolls

    def best(self, lattice: Lattice, held: Iterable[float], ending: Iterable[float]) -> Numbers:
        """The row of the best holding of every roll; -1 where ending is worth as much."""
        rolls = array("d", ending)
        self._kernel.best(self._number(lattice), _numbers(held), rolls)
        return rolls

    def hold(self, lattice: Lattice, best: Numbers, rolls: Numbers) -> Numbers:
        """The chance of every holding if rolls are held like this; rolls that end the turn keep their chance."""
        held = _zeros(lattice.size)
        self._kernel.hold(best, rolls, held)
        return held

    def gather(self, lattice: Lattice, kinds: Labels, count: int, rolls: Numbers) -> Numbers:
        """The total chance of each of `count` kinds of rolls."""
        found = _zeros(count)
        self._kernel.gather(self._number(lattice), self._told(kinds), rolls, found)
        return found

    def starts(self, lattice: Lattice, kinds: Labels, ends: Sequence[Sequence[float]], throws: int) -> list[float]:
        """The worth of some turns before their first throw, from the worths of the kinds of rolls they end with."""
        found, every = _zeros(len(ends)), array("d", chain.from_iterable(ends))
        self._kernel.starts(self._number(lattice), self._told(kinds), every, throws, found)
        return found.tolist()

    def fall(self, lattice: Lattice, held: Iterable[float]) -> Numbers:
        """The chance of every roll, from the chances of holdings."""
        rolls = _zeros(len(lattice.order))
        self._kernel.fall(self._number(lattice), _numbers(held), rolls)
        return rolls

    def _told(self, kinds: Labels) -> Numbers:
        """Kinds of rolls as an array; the last conversion is cached, as the same kinds are mostly used again."""
        if self._kinds[0] is not kinds:
            self._kinds = kinds, array("d", kinds)
        return self._kinds[1]

    def _number(self, lattice: Lattice) -> int:
        if lattice not in self._numbers:
            axes = [{"size": axis.size, "ups": axis.ups, "down": axis.down} for axis in lattice.axes]
            self._numbers[lattice] = self._kernel.learn(json.dumps(axes), json.dumps(lattice.order))
        return self._numbers[lattice]


def _numbers(some: Iterable[float]) -> Numbers:
    return some if isinstance(some, array) else array("d", some)


def _zeros(count: int) -> Numbers:
    return array("d", [0.0]) * count


_walkers: list[Walker] = []


def use(kernel: Kernel) -> None:
    """Use this accelerator from now on."""
    _walkers[:] = [Walker(kernel)]


def stop() -> None:
    """Return to plain Python."""
    _walkers.clear()


def walker() -> Walker | None:
    """The accelerator in use, or None for plain Python."""
    return _walkers[0] if _walkers else None
