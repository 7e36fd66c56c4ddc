"""What a player of Kribbeln sees of the others in a row: a sight.

Players are independent of each other except for what they see: a player on turn knows the entries made so far, in
classes, and any order of play is equally likely. Entries made by dodging exist before anybody throws for the row.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement

LOWEST, HIGHEST = 6, 36
"""The lowest and highest sum of six dice."""

MARKS = HIGHEST - LOWEST + 2
"""The number of marks, the possible entries: 0 is an X, 1 the lowest sum, and so on."""

CLASSES = {2: MARKS, 3: 10, 4: 6, 5: 5}
"""The number of classes of entries, by the number of players: for two players, each entry is its own class."""


def mark(value: int) -> int:
    """The mark of an entry: 0 for an X, which is stored as 0."""
    return value - LOWEST + 1 if value else 0


@dataclass(frozen=True)
class Seen:
    """All sights for a number of players: multisets of classes, fewest entries first."""

    players: int
    classes: int

    @cached_property
    def sights(self) -> tuple[tuple[int, ...], ...]:
        """The multisets, from none to an entry of every player."""
        counts = range(self.players + 1)
        return tuple(sight for count in counts for sight in combinations_with_replacement(range(self.classes), count))

    @cached_property
    def index(self) -> dict[tuple[int, ...], int]:
        return {sight: at for at, sight in enumerate(self.sights)}

    @cached_property
    def count(self) -> int:
        """The number of sights of a player on turn: at most everybody else has an entry."""
        return sum(len(sight) < self.players for sight in self.sights)


def with_entry(sight: Sequence[int], number: int) -> tuple[int, ...]:
    """The sight with an entry of this class added."""
    return tuple(sorted((*sight, number)))


@lru_cache(maxsize=8)
def seen(players: int) -> Seen:
    """The sights for a number of players; cached."""
    return Seen(players, CLASSES[players])
