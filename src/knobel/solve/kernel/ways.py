"""Ways to use a roll, such as boxes to write it into: the worth of each, and the best one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from knobel.solve.arrays import ARRAYS, NDArray, np

MET_OR_NOT = 2
"""The number of kinds where a roll either serves a way or does not."""

Rolls = Sequence[float] | NDArray[np.float64]
"""A number for each roll: a list, or an array where NumPy is installed."""
Labels = Sequence[int] | NDArray[np.int64]
"""The kind of each roll, as a number: a list, or an array where NumPy is installed."""


@dataclass(frozen=True, eq=False)
class Kinds:
    """The kind of each roll, for one way to use it: rolls of a kind are worth the same."""

    of_roll: Labels

    @cached_property
    def array(self) -> NDArray[np.int64]:
        """The kind of each roll as an array."""
        return np.asarray(self.of_roll, np.int64)

    @property
    def labels(self) -> Labels:
        """The kind of each roll in the form turns read fastest: an array where NumPy is installed."""
        return self.array if ARRAYS else self.of_roll

    @cached_property
    def examples(self) -> dict[int, int]:
        """One roll of each kind."""
        return {int(kind): roll for roll, kind in enumerate(self.of_roll)}

    def column(self, worths: Sequence[float]) -> list[float]:
        """The worth of each roll, from the worth of each kind."""
        return list(self._gather(worths))

    @cached_property
    def _gather(self) -> "itemgetter[Any]":
        # Twice as fast as a loop, and called all the time.
        return itemgetter(*self.of_roll)


class Way(NamedTuple):
    """A way to use a roll."""

    number: int
    """Identifies the way, such as the number of a box."""
    kinds: Kinds
    worths: Sequence[float]
    """The worth of the way for each kind of roll."""

    def worth(self, roll: int) -> float:
        """The worth of the way for a roll, given by its number."""
        return self.worths[self.kinds.of_roll[roll]]

    @property
    def column(self) -> list[float]:
        """The worth of the way for each roll."""
        return self.kinds.column(self.worths)


class Ends(NamedTuple):
    """The outcomes of the end of a turn: each roll has a label, and each label has a number for everything asked."""

    labels: Labels
    brings: Sequence[Sequence[float]]


def best(ways: Sequence[Way], *, plain: bool = not ARRAYS) -> Rolls:
    """The worth of each roll, used in the best way."""
    if not plain:
        return np.asarray(np.maximum.reduce([np.array(way.worths)[way.kinds.array] for way in ways]))
    return _most([part.column for part in _parts(ways)])


def _most(columns: Sequence[list[float]]) -> list[float]:
    """The maximum of each row."""
    first, *others = columns
    return list(map(max, first, *others)) if others else first


def best_ways(ways: Sequence[Way], *, plain: bool = not ARRAYS) -> list[int]:
    """The number of the best way to use each roll, the first of several."""
    if not plain:
        numbers = [way.number for way in ways]
        found = np.array([np.array(way.worths)[way.kinds.array] for way in ways]).argmax(axis=0)
        return [numbers[at] for at in found.tolist()]
    parts = list(_parts(ways))
    columns = [part.column for part in parts]
    known = [(part.numbers, part.kinds.of_roll) for part in parts]
    places = map(tuple.index, zip(*columns, strict=True), _most(columns))
    return [known[place][0][known[place][1][roll]] for roll, place in enumerate(places)]


class _Part(NamedTuple):
    """Adjacent ways merged: the best of them for each kind of roll."""

    kinds: Kinds
    worths: Sequence[float]
    numbers: Sequence[int]

    @property
    def column(self) -> list[float]:
        return self.kinds.column(self.worths)


def _parts(ways: Sequence[Way]) -> Iterator[_Part]:
    """Merge adjacent ways that have only two kinds of rolls: together they have few kinds."""
    for two, group in groupby(ways, lambda way: len(way.worths) == MET_OR_NOT):
        some = list(group)
        if not two or len(some) == 1:
            yield from (_Part(way.kinds, way.worths, [way.number] * len(way.worths)) for way in some)
            continue
        kinds, shown = _together(tuple([way.kinds for way in some]))
        rows = [[way.worths[kind] for way, kind in zip(some, one, strict=True)] for one in shown]
        worths = [max(row) for row in rows]
        numbers = [some[row.index(most)].number for row, most in zip(rows, worths, strict=True)]
        yield _Part(kinds, worths, numbers)


@lru_cache(maxsize=64)
def _together(ways: tuple[Kinds, ...]) -> tuple[Kinds, list[tuple[int, ...]]]:
    """The joint kinds of rolls for several ways, and the kind for each way that each joint kind stands for."""
    numbers: dict[tuple[int, ...], int] = {}
    every = zip(*[kinds.of_roll for kinds in ways], strict=True)
    return Kinds([numbers.setdefault(one, len(numbers)) for one in every]), list(numbers)
