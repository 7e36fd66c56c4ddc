"""An optional accelerator for the walks along lattices: in a browser they are done in JavaScript.

It is told of holdings by numbers only, and gets and gives arrays of floats. Nobody needs it: all it does `turn_plain`
does as well.
"""

import json
from array import array
from collections.abc import Iterable
from typing import Protocol, TypeAlias

from knobel.solve.kernel.lattice import Lattice

Numbers: TypeAlias = "array[float]"


class Kernel(Protocol):
    """What walks; see `web/src/device/kernel.ts`."""

    def learn(self, axes: str) -> int:
        """Get to know the axes of a lattice; the number it is called by from now on."""

    def expect(self, lattice: int, rolls: Numbers, held: Numbers) -> None:
        """Fill in the mean worth of every holding when all other dice are thrown."""

    def choose(self, lattice: int, held: Numbers, rolls: Numbers) -> None:
        """Fill in the worth of every roll when any dice may be held, where that is more than what stands there."""

    def best(self, lattice: int, held: Numbers, rolls: Numbers) -> None:
        """Fill in the row of the best holding of every roll, of several the first."""

    def fall(self, lattice: int, held: Numbers, rolls: Numbers) -> None:
        """Fill in the chance of every roll once the dice in the cup of every holding are thrown."""


class Walker:
    """Walks along lattices with a kernel."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._numbers: dict[Lattice, int] = {}

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

    def best(self, lattice: Lattice, held: Iterable[float]) -> list[int]:
        """The row of the best holding of every roll."""
        rolls = _zeros(len(lattice.order))
        self._kernel.best(self._number(lattice), _numbers(held), rolls)
        return list(map(int, rolls))

    def fall(self, lattice: Lattice, held: Iterable[float]) -> Numbers:
        """The chance of every roll."""
        rolls = _zeros(len(lattice.order))
        self._kernel.fall(self._number(lattice), _numbers(held), rolls)
        return rolls

    def _number(self, lattice: Lattice) -> int:
        if lattice not in self._numbers:
            axes = [{"size": axis.size, "ups": axis.ups, "down": axis.down} for axis in lattice.axes]
            self._numbers[lattice] = self._kernel.learn(json.dumps(axes))
        return self._numbers[lattice]


def _numbers(some: Iterable[float]) -> Numbers:
    return some if isinstance(some, array) else array("d", some)


def _zeros(count: int) -> Numbers:
    return array("d", bytes(8 * count))


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
