"""A row of Kribbeln for one player against the others: the best response to what they write."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from knobel.games.kribbeln.rules.sheet import KRIBBEL_ROWS, ROWS
from knobel.games.kribbeln.solve.observation import MARKS, Chances
from knobel.games.kribbeln.solve.turns import SITUATIONS, Turns

Lanes = NDArray[np.int64]


def fields(row: int) -> tuple[int, ...]:
    """The Kribbel rows of a row's area."""
    return tuple(at for at in KRIBBEL_ROWS if ROWS[at].area == ROWS[row].area)


def leaves(row: int) -> bool:
    """The next row is in another area."""
    return row + 1 == len(ROWS) or ROWS[row + 1].area != ROWS[row].area


class Others(Protocol):
    """The points to expect among others for each mark, by what is seen, and if written ahead: see Line."""

    @property
    def points(self) -> Chances:
        """By what is seen: sights x marks."""

    @property
    def points_ahead(self) -> Chances:
        """By mark alone."""


@dataclass(frozen=True, eq=False)
class Play:
    """One's own turns in a row, against these lines of the others, with this worth of all that follows."""

    turns: Turns
    row: int
    lines: Sequence[Others]
    """What to expect in each row."""
    following: Chances
    """What is still to come after the row, by situation in it: filled x marks."""

    @property
    def throwers(self) -> range:
        """How many Kribbel rows of the area may be filled for players who throw in this row."""
        if self.turns.task(self.row):
            return range(len(fields(self.row)) + 1)
        field = fields(self.row).index(self.row)
        return range(field, field + 1)

    def highest(self, filled: int) -> range:
        """The highest Kribbel numbers that make a difference in a turn: without a dodge, a task is one for all."""
        return range(1) if self.plain_task(filled) else self.turns.highest(self.row, filled)

    def plain_task(self, filled: int) -> bool:
        """The row has a task, and no dodge is left."""
        return self.turns.task(self.row) is not None and filled == len(fields(self.row))

    @cached_property
    def worths(self) -> Chances:
        """What is still to come before one's turn, by sight and situation: sights x filled x marks."""
        count = len(self.lines[self.row].points)
        found = np.broadcast_to(self.following, (count, *SITUATIONS)).copy()
        for filled in reversed(self.throwers):
            highest = self.highest(filled)
            sights, marks = np.meshgrid(np.arange(count), highest, indexing="ij")
            ends = self.ends(filled, sights.ravel(), marks.ravel(), found)
            turns = self.turns.worths(self.row, ends).reshape(count, len(highest))
            if self.plain_task(filled):
                found[:, filled] = turns + self.following[filled]
            else:
                found[:, filled, : len(highest)] = turns
        return found

    def ends(self, filled: int, sights: Lanes, highest: Lanes, worths: Chances) -> Chances:
        """The worth of every end of a turn, by lane: classes x lanes. `worths` are those of turns after a dodge.

        Without a dodge left, what follows a task is the same for all its ends, and not counted.
        """
        points = self.lines[self.row].points[sights, 1:].T
        if self.turns.task(self.row) is None:
            following = self.following[filled + 1]
            written = points + following[self.turns.after][:, None]
            return np.asarray(np.where(self.turns.rises[:, highest], written, following[highest]))
        if self.plain_task(filled):
            return np.concatenate([np.zeros_like(points), points])
        struck = self.following[filled, highest]
        unmet = np.where(self.dodges(filled, sights, highest, worths), self._dodged(filled, sights, worths), struck)
        return np.concatenate([unmet, points + struck])

    def dodges(self, filled: int, sights: Lanes, highest: Lanes, worths: Chances) -> NDArray[np.bool_]:
        """Whether to dodge with each sum that does not meet the task: sums x lanes."""
        if self.plain_task(filled):
            return np.zeros((MARKS - 1, len(sights)), bool)
        better = self._dodged(filled, sights, worths) > self.following[filled, highest]
        return np.asarray(better & self.turns.rises[:, highest])

    def _dodged(self, filled: int, sights: Lanes, worths: Chances) -> Chances:
        """The worth of each sum, entered by dodging, with the turn after it."""
        points = self.lines[fields(self.row)[filled]].points_ahead[1:]
        return np.asarray(points[:, None] + worths[sights, filled + 1][:, self.turns.after].T)
