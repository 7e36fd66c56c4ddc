"""Distributions of points to come on sheets that are nearly full, played for points."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from knobel.games.scorecard.solve.book import Book
from knobel.games.scorecard.solve.positions import Positions
from knobel.solve.kernel.turn import lay_open
from knobel.solve.kernel.ways import Ends, best, best_ways


class Near(Protocol):
    """The distributions of all positions that can follow one; see `outlook.Outlook`."""

    @property
    def place(self) -> Positions:
        """The positions."""

    def at(self, row: int, chips: int, state: int) -> Sequence[float]:
        """The chance of 0, 1, 2, ... points still to come in a position."""


@dataclass(frozen=True, eq=False)
class PlainNear:
    """Distributions in plain Python, from an exact book without chips: each position when it is asked for."""

    book: Book
    place: Positions
    _known: dict[tuple[int, int], list[float]] = field(default_factory=dict)

    def at(self, row: int, chips: int, state: int) -> list[float]:
        """The chance of 0, 1, 2, ... points still to come in a position."""
        if (row, state) not in self._known:
            self._known[row, state] = self._looked(row, state)
        return self._known[row, state]

    def _looked(self, row: int, state: int) -> list[float]:
        """The distribution of a position: a mixture of those after each ending of a turn played for points."""
        place, rules = self.place, self.place.rules
        subset, (mask, upper) = place.order[row], place.upper.states[state]
        following: dict[int, list[tuple[int, int, int]]] = {}
        for at, box in enumerate(place.upper.boxes):
            if mask >> at & 1:
                following[box] = [(gain, row, then) for gain, then in place.upper.written(at, state)]
        for at, box in enumerate(place.lower):
            if subset >> at & 1:
                following[box] = [(worth, place.row_of[subset ^ 1 << at], state) for worth in rules.different[box]]
        if not following:
            return [1.0]
        ways = self.book.ways(tuple(following), upper, 0)
        turn = lay_open(rules.lattice, best(ways), rules.throws)
        first: dict[int, int] = {}
        brings: list[list[float]] = []
        for box, some in following.items():
            first[box] = len(brings)
            brings += [[0.0] * gain + self.at(then, 0, later) for gain, then, later in some]
        most = max(map(len, brings))
        brings = [[*shape, *[0.0] * (most - len(shape))] for shape in brings]
        labels = [first[box] + rules.kinds[box].of_roll[roll] for roll, box in enumerate(best_ways(ways))]
        return turn.ends([Ends(labels, brings)] * rules.throws, 0, [(None,) * len(rules.card.pool)])[0]
