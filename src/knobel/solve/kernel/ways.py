"""Ways to use a roll, such as boxes to write it into: what each is worth, and which is best."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from knobel.solve.arrays import ARRAYS, NDArray, np

MET_OR_NOT = 2
"""The kinds of rolls where they serve a way or do not, and all that do are alike."""

Rolls = Sequence[float] | NDArray[np.float64]
"""A number for each roll: a list, or an array where there is NumPy."""
Labels = Sequence[int] | NDArray[np.int64]
"""The same where numbers are those of kinds of rolls."""


@dataclass(frozen=True, eq=False)
class Kinds:
    """Of which kind each roll is, for one way to use it: rolls of a kind are worth the same."""

    of_roll: Labels

    @cached_property
    def array(self) -> NDArray[np.int64]:
        """The same as an array."""
        return np.asarray(self.of_roll, np.int64)

    @property
    def labels(self) -> Labels:
        """The same as turns read it fastest: as an array where there is NumPy."""
        return self.array if ARRAYS else self.of_roll

    @cached_property
    def examples(self) -> dict[int, int]:
        """A roll of each kind."""
        return {int(kind): roll for roll, kind in enumerate(self.of_roll)}

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

    labels: Labels
    brings: Sequence[Sequence[float]]


def best(ways: Sequence[Way], *, plain: bool = not ARRAYS) -> Rolls:
    """What each roll is worth, used in the best way."""
    if not plain:
        return np.asarray(np.maximum.reduce([np.array(way.worths)[way.kinds.array] for way in ways]))
    return _most([part.column for part in _parts(ways)])


def _most(columns: Sequence[list[float]]) -> list[float]:
    """The most of each row."""
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
    """Ways next to each other as one: the best of them for each kind of rolls."""

    kinds: Kinds
    worths: Sequence[float]
    numbers: Sequence[int]

    @property
    def column(self) -> list[float]:
        return self.kinds.column(self.worths)


def _parts(ways: Sequence[Way]) -> Iterator[_Part]:
    """Ways for which rolls are met or not are looked at together: there are few kinds of rolls for all of them."""
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
    """The kinds of rolls for several ways at once, and of which kind they are for each way."""
    numbers: dict[tuple[int, ...], int] = {}
    every = zip(*[kinds.of_roll for kinds in ways], strict=True)
    return Kinds([numbers.setdefault(one, len(numbers)) for one in every]), list(numbers)
