"""Kernels: the passes of a turn over the lattice of holdings, in one of three back ends.

There is one with NumPy, one in JavaScript for browsers, and one in plain Python, the reference. All of them find the
same worths, bit by bit, and of equal choices the same one.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol, TypeAlias

from knobel.solve.arrays import HAS_NUMPY
from knobel.solve.kernel.lattice import Lattice
from knobel.solve.kernel.uses import Kinds, Rolls, Use

Vector: TypeAlias = Any
"""A number for each roll or for each holding, in the form and order of a kernel."""


class Kernel(Protocol):
    """The passes of a turn. Ways are counted as if every die were thrown: whole numbers are exact, and so are ties."""

    solves_endgames: bool
    """Whether it is fast enough to solve the last boxes of a sheet when somebody asks for them."""

    def column(self, lattice: Lattice, worths: Rolls) -> Vector:
        """The worth of each roll, from those in the order of `lattice.falls`."""

    def expect(self, lattice: Lattice, rolls: Vector) -> Vector:
        """The expectation of every holding if all other dice are thrown, from the worths of rolls."""

    def choose(self, lattice: Lattice, held: Vector, ending: Vector) -> Vector:
        """The worth of every roll if any of its dice may be held, or the turn may end with it."""

    def best(self, lattice: Lattice, held: Vector, ending: Vector) -> Vector:
        """The row of the best holding of every roll, the first of several; -1 where ending is worth as much."""

    def holding(self, lattice: Lattice, row: int) -> Vector:
        """One way to the holding with this row, and none to all others."""

    def fall(self, lattice: Lattice, held: Vector) -> Vector:
        """The ways to every roll when the dice in the cup are thrown, from the ways to every holding."""

    def hold(self, lattice: Lattice, best: Vector, rolls: Vector) -> Vector:
        """Move the ways to rolls to the holdings with these rows; rolls that end the turn keep theirs."""

    def gather(self, lattice: Lattice, kinds: Kinds, count: int, rolls: Vector) -> Sequence[float]:
        """The total ways to each of `count` kinds of rolls."""

    def starts(self, lattice: Lattice, kinds: Kinds, worths: Sequence[Sequence[float]], throws: int) -> Sequence[float]:
        """The worth of some turns before their first throw, from the worths of each kind of roll as their last."""

    def endings(
        self, lattice: Lattice, kinds: Kinds, worths: Sequence[Sequence[float]], throws: int
    ) -> list[list[float]]:
        """The chance that each of these turns ends with a roll of each kind, if played optimally."""

    def prospects(self, lattice: Lattice, columns: Sequence[Rolls], rethrows: int, row: int) -> Sequence[float]:
        """For each of these worths of rolls, that of holding this row if one may throw `rethrows` times more after."""

    def best_worths(self, uses: Sequence[Use]) -> Rolls:
        """The worth of each roll, used in the best way."""

    def best_uses(self, uses: Sequence[Use]) -> list[int]:
        """The number of the best use of each roll, the first of several."""


_chosen: list[Kernel] = []


def use(chosen: Kernel | None) -> None:
    """Use this kernel from now on, or None: the default one."""
    _chosen[:] = [chosen] if chosen else []


def kernel() -> Kernel:
    """The kernel in use."""
    return _chosen[0] if _chosen else _default()


@cache
def _default() -> Kernel:
    """The kernel with NumPy where that is installed, else the one in plain Python."""
    if HAS_NUMPY:
        from knobel.solve.kernel.numpy_kernel import NumpyKernel

        return NumpyKernel()
    from knobel.solve.kernel.plain import PlainKernel

    return PlainKernel()
