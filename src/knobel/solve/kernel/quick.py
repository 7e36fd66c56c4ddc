"""An optional accelerator for the walks along lattices: in a browser they are done in JavaScript.

It is told of holdings by numbers only, and gets and gives arrays of floats. Nobody needs it: all it does `turn_plain`
does as well.
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
    """What walks; see `web/src/device/kernel.ts`."""

    def learn(self, axes: str, order: str) -> int:
        """Get to know a lattice by its axes and the order of its rolls; the number it is called by from now on."""

    def expect(self, lattice: int, rolls: Numbers, held: Numbers) -> None:
        """Fill in the mean worth of every holding when all other dice are thrown."""

    def choose(self, lattice: int, held: Numbers, rolls: Numbers) -> None:
        """Fill in the worth of every roll when any dice may be held, where that is more than what stands there."""

    def best(self, lattice: int, held: Numbers, rolls: Numbers) -> None:
        """Fill in the row of the best holding of every roll, of several the first; -1 where to end is worth as much."""

    def hold(self, best: Numbers, rolls: Numbers, held: Numbers) -> None:
        """Move the chances of rolls to the holdings with these rows; -1 is none."""

    def gather(self, lattice: int, kinds: Numbers, rolls: Numbers, found: Numbers) -> None:
        """Fill in the chance of each kind of rolls."""

    def starts(self, lattice: int, kinds: Numbers, ends: Numbers, throws: int, found: Numbers) -> None:
        """Fill in the worth of turns before their first throw, from the worths of kinds of rolls as their ends."""

    def fall(self, lattice: int, held: Numbers, rolls: Numbers) -> None:
        """Fill in the chance of every roll once the dice in the cup of every holding are thrown."""


class Walker:
    """Walks along lattices with a kernel."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._numbers: dict[Lattice, int] = {}
        self._kinds: tuple[Labels, Numbers] = (), array("d")

    def expect(self, lattice: Lattice, rolls: Iterable[float]) -> Numbers:
        """The mean worth of every holding."""
        held = _zeros(lattice.size)
        self._kernel.expect(self._number(lattice), _numbers(rolls), held)
        return held

    def choose(self, lattice: Lattice, held: Iterable[float], ending: Iterable[float]) -> Numbers:
        """The worth of every roll, which one may end with as well."""
        rolls = array("d", ending)
        self._kernel.choose(self._number(lattice), _numbers(held), rolls)
        return rolls

    def best(self, lattice: Lattice, held: Iterable[float], ending: Iterable[float]) -> Numbers:
        """The row of the best holding of every roll; -1 where to end is worth as much."""
        rolls = array("d", ending)
        self._kernel.best(self._number(lattice), _numbers(held), rolls)
        return rolls

    def hold(self, lattice: Lattice, best: Numbers, rolls: Numbers) -> Numbers:
        """The chance of every holding if rolls are held like this; those with which a turn ends keep their chance."""
        held = _zeros(lattice.size)
        self._kernel.hold(best, rolls, held)
        return held

    def gather(self, lattice: Lattice, kinds: Labels, count: int, rolls: Numbers) -> Numbers:
        """The chance of each of so many kinds of rolls."""
        found = _zeros(count)
        self._kernel.gather(self._number(lattice), self._told(kinds), rolls, found)
        return found

    def starts(self, lattice: Lattice, kinds: Labels, ends: Sequence[Sequence[float]], throws: int) -> list[float]:
        """The worth of some turns before their first throw, from what rolls of each kind are worth as their ends."""
        found, every = _zeros(len(ends)), array("d", chain.from_iterable(ends))
        self._kernel.starts(self._number(lattice), self._told(kinds), every, throws, found)
        return found.tolist()

    def fall(self, lattice: Lattice, held: Iterable[float]) -> Numbers:
        """The chance of every roll."""
        rolls = _zeros(len(lattice.order))
        self._kernel.fall(self._number(lattice), _numbers(held), rolls)
        return rolls

    def _told(self, kinds: Labels) -> Numbers:
        """Kinds of rolls as the kernel is told of them; mostly it was the same ones before."""
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
    """Walk with this kernel from now on."""
    _walkers[:] = [Walker(kernel)]


def stop() -> None:
    """Walk in plain Python again."""
    _walkers.clear()


def walker() -> Walker | None:
    """Who walks quicker than plain Python, if anybody does."""
    return _walkers[0] if _walkers else None
