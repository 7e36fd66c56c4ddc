"""Distributions of points to come on sheets that are nearly full, played for points."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from knobel.games.scorecard.solve.book import Book
from knobel.games.scorecard.solve.positions import Positions
from knobel.solve.kernel.turn import Turn, best_uses, best_worths
from knobel.solve.kernel.uses import Kinds, Outcomes


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
    _distributions: dict[tuple[int, int], list[float]] = field(default_factory=dict)

    def at(self, row: int, chips: int, state: int) -> list[float]:
        """The chance of 0, 1, 2, ... points still to come in a position."""
        if (row, state) not in self._distributions:
            self._distributions[row, state] = self._distribution(row, state)
        return self._distributions[row, state]

    def _distribution(self, row: int, state: int) -> list[float]:
        """The distribution of a position: a mixture of those after each ending of a turn played for points."""
        rules, following = self.place.rules, self.place.written(row, state)
        if not following:
            return [1.0]
        uses = self.book.uses(tuple(following), self.place.upper.states[state][1], 0)
        turn = Turn(rules.lattice, best_worths(uses), rules.throws)
        first: dict[int, int] = {}
        shapes: list[list[float]] = []
        for box, writings in following.items():
            first[box] = len(shapes)
            shapes += [[0.0] * gain + self.at(row_after, 0, state_after) for gain, row_after, state_after in writings]
        most = max(map(len, shapes))
        shapes = [[*shape, *[0.0] * (most - len(shape))] for shape in shapes]
        labels = [first[box] + rules.kinds[box].of_roll[roll] for roll, box in enumerate(best_uses(uses))]
        return turn.outcomes([Outcomes(Kinds(labels), shapes)] * rules.throws, 0, [(None,) * len(rules.card.pool)])[0]
