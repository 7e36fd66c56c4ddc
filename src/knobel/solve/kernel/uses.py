"""Uses of a roll, such as boxes to write it into, and the outcomes of the roll that ends a turn."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from knobel.solve.arrays import NDArray, np

Doubles: TypeAlias = "array[float]"
"""Numbers in the form in which JavaScript reads them."""
Rolls = Sequence[float] | NDArray[np.float64]
"""A number for each roll: a list, or an array where NumPy is installed."""
Labels = Sequence[int] | NDArray[np.int64]
"""A whole number for each roll."""


@dataclass(frozen=True, eq=False)
class Kinds:
    """The kind of each roll, by number, for one use of it: rolls of a kind are worth the same."""

    of_roll: Labels

    @cached_property
    def array(self) -> NDArray[np.int64]:
        """The kind of each roll, for NumPy."""
        return np.asarray(self.of_roll, np.int64)

    @cached_property
    def doubles(self) -> Doubles:
        """The kind of each roll, for JavaScript."""
        return array("d", self.of_roll)

    @cached_property
    def examples(self) -> dict[int, int]:
        """One roll of each kind."""
        return {int(kind): roll for roll, kind in enumerate(self.of_roll)}

    def column(self, worths: Sequence[float]) -> list[float]:
        """The worth of each roll, from the worth of each kind."""
        return [worths[kind] for kind in self.of_roll]


class Use(NamedTuple):
    """A use of a roll."""

    number: int
    """Identifies the use, such as the number of a box."""
    kinds: Kinds
    worths: Sequence[float]
    """The worth of the use for each kind of roll."""

    def worth(self, roll: int) -> float:
        """The worth of the use for a roll, given by its number."""
        return self.worths[self.kinds.of_roll[roll]]


class Outcomes(NamedTuple):
    """What follows from the roll that ends a turn."""

    kinds: Kinds
    numbers: Sequence[Sequence[float]]
    """The numbers that matter, such as the chances of all seats, for each kind of roll."""
