"""Ways to use a roll, such as boxes to write it into: what each is worth, and which is best."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Any, NamedTuple

from knobel.solve.arrays import ARRAYS, NDArray, np

Rolls = Sequence[float] | NDArray[np.float64]
"""A number for each roll: a list, or an array where there is NumPy."""


@dataclass(frozen=True, eq=False)
class Kinds:
    """Of which kind each roll is, for one way to use it: rolls of a kind are worth the same."""

    of_roll: Sequence[int] | NDArray[np.int64]

    @cached_property
    def array(self) -> NDArray[np.int64]:
        """The same as an array."""
        return np.asarray(self.of_roll, np.int64)

    def column(self, worths: Sequence[float]) -> list[float]:
        """What each roll is worth, from what each kind is."""
        return list(self._gather(worths))

    @cached_property
    def _gather(self) -> "itemgetter[Any]":
        # Twice as quick as a loop, and asked for all the time.
        return itemgetter(*self.of_roll)


class Way(NamedTuple):
    """A way to use a roll."""

    number: int
    """Which it is, such as the number of a box."""
    kinds: Kinds
    worths: Sequence[float]
    """What it is worth with a roll of each kind."""

    def worth(self, roll: int) -> float:
        """What it is worth with the roll of this number."""
        return self.worths[self.kinds.of_roll[roll]]

    @property
    def column(self) -> list[float]:
        """What it is worth with each roll."""
        return self.kinds.column(self.worths)


class Ends(NamedTuple):
    """What the ends of a turn bring: rolls have labels, and each label brings a number for everything asked."""

    labels: Sequence[int] | NDArray[np.int64]
    brings: Sequence[Sequence[float]]


def best(ways: Sequence[Way], *, plain: bool = not ARRAYS) -> Rolls:
    """What each roll is worth, used in the best way."""
    if not plain:
        return np.asarray(np.maximum.reduce([np.array(way.worths)[way.kinds.array] for way in ways]))
    return _most([way.column for way in ways])


def _most(columns: Sequence[list[float]]) -> list[float]:
    """The most of each row."""
    first, *others = columns
    return list(map(max, first, *others)) if others else first


def best_ways(ways: Sequence[Way], *, plain: bool = not ARRAYS) -> list[int]:
    """The number of the best way to use each roll, the first of several."""
    numbers = [way.number for way in ways]
    if not plain:
        found = np.array([np.array(way.worths)[way.kinds.array] for way in ways]).argmax(axis=0)
        return [numbers[at] for at in found.tolist()]
    columns = [way.column for way in ways]
    rows = zip(zip(*columns, strict=True), _most(columns), strict=True)
    return [numbers[row.index(highest)] for row, highest in rows]
