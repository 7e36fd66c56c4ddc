"""A turn laid open: what every roll and every way to hold dice is worth, after each of its throws."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knobel.solve.kernel import reference
from knobel.solve.kernel.lattice import Lattice

Worths = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Turn:
    """The worths of a turn; throws are counted as they fall, from 0 before the first."""

    lattice: Lattice
    holding: tuple[Worths, ...]
    """For each number of throws fallen, the worth of throwing on from each holding."""
    ending: Worths
    """The worth of each roll if the turn ends with it."""
    throws: int
    """How many throws a turn has, without any that may be bought."""

    def held(self, throws: int, dice: Sequence[int | None]) -> float:
        """The worth of throwing the dice in the cup (None) while the others lie, after so many throws."""
        return float(self.holding[throws][self.lattice.row(dice)])

    @property
    def start(self) -> float:
        """The worth of the whole turn before its first throw."""
        return float(self.holding[0][0])


def lay_open(lattice: Lattice, ending: Worths, throws: int, bought: Worths | None = None) -> Turn:
    """A turn of so many throws, from the worth of ending it with each roll.

    `bought` is the worth of ending with each roll after one throw more, if that may be bought.
    """
    last = ending
    holding = []
    if bought is not None:
        holding.append(_expect(lattice, bought))
        last = np.maximum(last, _choose(lattice, holding[-1]))
    for _ in range(throws - 1):
        holding.append(_expect(lattice, last))
        # A roll lies among the holdings too, as it is: to hold everything is to stop.
        last = np.maximum(ending, _choose(lattice, holding[-1]))
    holding.append(_expect(lattice, last))
    return Turn(lattice, tuple(reversed(holding)), ending, throws)


def _expect(lattice: Lattice, rolls: Worths) -> Worths:
    return reference.expect(lattice, rolls[:, None])[:, 0]


def _choose(lattice: Lattice, held: Worths) -> Worths:
    return reference.choose(lattice, held[:, None])[:, 0]
