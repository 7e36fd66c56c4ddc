"""Turns and rows of Kribbeln for one player, in many lanes: their worths, and the best response to the others."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from knobel.games.kribbeln.rules.game import THROWS
from knobel.games.kribbeln.rules.sheet import ROWS
from knobel.games.kribbeln.solve.opponents import MARKS
from knobel.games.kribbeln.solve.rolls import classes, dice
from knobel.games.kribbeln.solve.turns import SITUATIONS, Turns, area_fields
from knobel.solve.kernel import numpy_kernel
from knobel.solve.kernel.lattice import Lattice
from knobel_lab.games.kribbeln.lines import Chances, Ints
from knobel_lab.solving.kernel import endings_compiled


def worths_plain(grid: Lattice, classes: Ints, worths: Chances, throws: int) -> Chances:
    """The worth of a turn in each lane, with the reference kernel."""
    return np.asarray(numpy_kernel.turn(grid, [worths[classes]], throws)[0])


@dataclass(frozen=True, eq=False)
class Lanes:
    """The turns of a sheet, computed by `jobs` threads."""

    turns: Turns
    jobs: int = 1

    def highest(self, row: int, filled: int) -> range:
        """The marks that may be the highest Kribbel number so far."""
        none_yet = ROWS[row].area == ROWS[0].area and not filled
        return range(1 if self.turns.beginner or none_yet else MARKS)

    @cached_property
    def rises(self) -> NDArray[np.bool_]:
        """Whether a sum may be the next Kribbel number: sums x highest marks."""
        return np.array([[self.turns.rises(own, highest) for highest in range(MARKS)] for own in range(1, MARKS)])

    @cached_property
    def risen(self) -> Ints:
        """The highest Kribbel number after each sum was entered."""
        return np.array([self.turns.risen(own) for own in range(1, MARKS)])

    def worths(self, row: int, worths: Chances) -> Chances:
        """The worth of a turn in each lane, if `worths` (classes x lanes) are the worths of its endings."""
        return self._lanes(endings_compiled.turns, row, worths)

    def chances(self, row: int, worths: Chances) -> Chances:
        """The chance of each ending in each lane, if `worths` (classes x lanes) are the worths of endings."""
        return self._lanes(endings_compiled.endings, row, worths)

    def _lanes(self, kernel: Callable[..., Chances], row: int, worths: Chances) -> Chances:
        task = self.turns.task(row)
        grid, kinds = dice(task), classes(task).array
        split = np.array_split(worths.astype(np.float32), self.jobs, axis=-1)
        parts = [np.ascontiguousarray(part) for part in split if part.size]
        with ThreadPoolExecutor(self.jobs) as pool:
            parts_done = list(pool.map(lambda part: kernel(grid, kinds, part, THROWS), parts))
        return np.concatenate(parts_done, axis=-1)


class Others(Protocol):
    """The expected points of each mark among others, by what is seen, and if entered ahead; see `Line`."""

    @property
    def points(self) -> Chances:
        """Expected points by what is seen: sights x marks."""

    @property
    def points_ahead(self) -> Chances:
        """Expected points by mark, if entered ahead."""


@dataclass(frozen=True, eq=False)
class Play:
    """One's own turns in a row, given the lines of the others and the worth of what follows."""

    lanes: Lanes
    row: int
    lines: Sequence[Others]
    """The expected points in each row."""
    following: Chances
    """The expected points to come after the row, by situation in it: filled x marks."""

    @property
    def turns(self) -> Turns:
        """The turns of the sheet."""
        return self.lanes.turns

    @property
    def throwers(self) -> range:
        """The possible numbers of filled Kribbel rows of the area for players who throw in this row."""
        if self.turns.task(self.row):
            return range(len(area_fields(self.row)) + 1)
        field = area_fields(self.row).index(self.row)
        return range(field, field + 1)

    def highest(self, filled: int) -> range:
        """The highest Kribbel numbers to distinguish in a turn: only one in a task without a dodge left."""
        return range(1) if self.plain_task(filled) else self.lanes.highest(self.row, filled)

    def plain_task(self, filled: int) -> bool:
        """Whether the row has a task, and no dodge is left."""
        return self.turns.task(self.row) is not None and filled == len(area_fields(self.row))

    @cached_property
    def worths(self) -> Chances:
        """The expected points to come before one's turn, by sight and situation: sights x filled x marks."""
        count = len(self.lines[self.row].points)
        worths = np.broadcast_to(self.following, (count, *SITUATIONS)).copy()
        for filled in reversed(self.throwers):
            highest = self.highest(filled)
            sights, marks = np.meshgrid(np.arange(count), highest, indexing="ij")
            ends = self.ends(filled, sights.ravel(), marks.ravel(), worths)
            turns = self.lanes.worths(self.row, ends).reshape(count, len(highest))
            if self.plain_task(filled):
                worths[:, filled] = turns + self.following[filled]
            else:
                worths[:, filled, : len(highest)] = turns
        return worths

    def ends(self, filled: int, sights: Ints, highest: Ints, worths: Chances) -> Chances:
        """The worth of every ending of a turn, by lane: classes x lanes. `worths` are those of turns after a dodge.

        Without a dodge left, what follows a task is the same for all its endings, and not counted.
        """
        points = self.lines[self.row].points[sights, 1:].T
        if self.turns.task(self.row) is None:
            following = self.following[filled + 1]
            written = points + following[self.lanes.risen][:, None]
            return np.asarray(np.where(self.lanes.rises[:, highest], written, following[highest]))
        if self.plain_task(filled):
            return np.concatenate([np.zeros_like(points), points])
        struck = self.following[filled, highest]
        unmet = np.where(self.dodges(filled, sights, highest, worths), self._dodged(filled, sights, worths), struck)
        return np.concatenate([unmet, points + struck])

    def dodges(self, filled: int, sights: Ints, highest: Ints, worths: Chances) -> NDArray[np.bool_]:
        """Whether to dodge with each sum that does not meet the task: sums x lanes."""
        if self.plain_task(filled):
            return np.zeros((MARKS - 1, len(sights)), bool)
        better = self._dodged(filled, sights, worths) > self.following[filled, highest]
        return np.asarray(better & self.lanes.rises[:, highest])

    def _dodged(self, filled: int, sights: Ints, worths: Chances) -> Chances:
        """The worth of entering each sum by dodging, the turn after it included."""
        points = self.lines[area_fields(self.row)[filled]].points_ahead[1:]
        return np.asarray(points[:, None] + worths[sights, filled + 1][:, self.lanes.risen].T)
