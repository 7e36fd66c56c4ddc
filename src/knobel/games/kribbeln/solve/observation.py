"""What a player of Kribbeln sees of the others in a row: how many entries of each class, in any order."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

Chances = NDArray[np.float64]

LOWEST, HIGHEST = 6, 36
"""The sums of six dice."""

MARKS = HIGHEST - LOWEST + 2
"""What an entry may be: number 0 is an X, number 1 the lowest sum, and so on."""

CLASSES = {2: MARKS, 3: 10, 4: 6, 5: 5}
"""Into how many classes the entries of a row are put, by the number of players: of two players, each is its own."""


def mark(value: int) -> int:
    """The number of an entry: 0 for an X, which is written 0."""
    return value - LOWEST + 1 if value else 0


@dataclass(frozen=True)
class Seen:
    """All that may be seen when so many play: multisets of classes, fewest entries first."""

    players: int
    classes: int

    @cached_property
    def sights(self) -> tuple[tuple[int, ...], ...]:
        """The multisets, from none to an entry of every player."""
        counts = range(self.players + 1)
        return tuple(sight for count in counts for sight in combinations_with_replacement(range(self.classes), count))

    @cached_property
    def index(self) -> dict[tuple[int, ...], int]:
        """The number of each sight."""
        return {sight: at for at, sight in enumerate(self.sights)}

    @cached_property
    def count(self) -> int:
        """How many sights a player may have whose turn it is: at most everybody else has an entry."""
        return sum(len(sight) < self.players for sight in self.sights)

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """How many entries each sight has."""
        return np.array([len(sight) for sight in self.sights])

    @cached_property
    def more(self) -> NDArray[np.int64]:
        """For each sight of a player in turn, the sight with an entry of each class added: sights x classes."""
        found = [
            [self.index[tuple(sorted((*sight, each)))] for each in range(self.classes)]
            for sight in self.sights[: self.count]
        ]
        return np.array(found)

    @cached_property
    def counts(self) -> Chances:
        """How many entries of each class a sight has: sights x classes."""
        return np.array([np.bincount(np.array(sight, int), minlength=self.classes) for sight in self.sights], float)

    def step(self, chances: Chances, entries: Chances) -> Chances:
        """The chances of sights after one player more, who writes each class with these chances: sights x classes."""
        after = np.zeros(len(self.sights))
        np.add.at(after, self.more, chances[: self.count, None] * entries)
        return after


@lru_cache(maxsize=8)
def seen(players: int, classes: int | None = None) -> Seen:
    """The sights when so many play, in the usual number of classes."""
    return Seen(players, classes or CLASSES[players])
