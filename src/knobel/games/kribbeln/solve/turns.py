"""Turns and rows of Kribbeln for one player: their worths, and the best response to the others.

A situation is (filled, mark): how many Kribbel rows of the area have an entry, and the highest Kribbel number so far.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Protocol

from knobel.games.kribbeln.rules.arrangement import OURS, Square
from knobel.games.kribbeln.rules.game import THROWS
from knobel.games.kribbeln.rules.sheet import KRIBBEL_ROWS, ROWS
from knobel.games.kribbeln.rules.tasks import Task, write_tasks
from knobel.games.kribbeln.solve.opponents import MARKS, Chances
from knobel.games.kribbeln.solve.rolls import SUMS, classes, dice
from knobel.solve.arrays import NDArray, np
from knobel.solve.kernel import reference
from knobel.solve.kernel.endings import endings_by_class
from knobel.solve.kernel.lattice import Lattice
from knobel_lab.solving.kernel.jit import COMPILED

FILLED = 3
"""The number of states: none, one or two Kribbel rows of an area have an entry."""

SITUATIONS = (FILLED, MARKS)

Lanes = Callable[[Lattice, NDArray[np.int64], Chances, int], Chances]


def worths_plain(grid: Lattice, classes: NDArray[np.int64], worths: Chances, throws: int) -> Chances:
    """The worth of a turn in each lane, with the reference kernel."""
    return np.asarray(reference.turn(grid, [worths[classes]], throws)[0])


def kinds(task: Task | None, square: Square = OURS) -> NDArray[np.int64]:
    """The class of each roll of a set of dice, as an array."""
    return classes(task, square).array


@dataclass(frozen=True, eq=False)
class Turns:
    """The turns of a sheet, computed by `jobs` threads."""

    tasks: tuple[Task, ...]
    beginner: bool
    jobs: int = 1

    @cached_property
    def digest(self) -> str:
        rules = write_tasks(self.tasks), self.beginner, ROWS, THROWS
        return sha256(repr(rules).encode()).hexdigest()[:16]

    def task(self, row: int) -> Task | None:
        """The task of a row; None in a Kribbel row."""
        task = ROWS[row].task
        return None if task is None else self.tasks[task]

    def highest(self, row: int, filled: int) -> range:
        """The marks that may be the highest Kribbel number so far."""
        none_yet = ROWS[row].area == ROWS[0].area and not filled
        return range(1 if self.beginner or none_yet else MARKS)

    @cached_property
    def rises(self) -> NDArray[np.bool_]:
        """Whether a sum may be the next Kribbel number: sums x highest marks."""
        return np.ones((SUMS, MARKS), bool) if self.beginner else np.tri(MARKS, k=-1, dtype=bool)[1:]

    @cached_property
    def after(self) -> NDArray[np.int64]:
        """The highest Kribbel number after each sum was entered."""
        return np.zeros(SUMS, np.int64) if self.beginner else np.arange(1, MARKS)

    def worths(self, row: int, worths: Chances) -> Chances:
        """The worth of a turn in each lane, if `worths` (classes x lanes) are the worths of its endings."""
        return self._lanes(row, worths, endings_wanted=False)

    def chances(self, row: int, worths: Chances) -> Chances:
        """The chance of each ending in each lane, if `worths` (classes x lanes) are the worths of endings."""
        return self._lanes(row, worths, endings_wanted=True)

    def _lanes(self, row: int, worths: Chances, *, endings_wanted: bool) -> Chances:
        task = self.task(row)
        work: Lanes = endings_by_class if endings_wanted else worths_plain
        if COMPILED:
            from knobel_lab.solving.kernel import endings_compiled

            work = endings_compiled.endings if endings_wanted else endings_compiled.turns
            worths = worths.astype(np.float32)
        grid, classes = dice(task), kinds(task)
        parts = [np.ascontiguousarray(part) for part in np.array_split(worths, self.jobs, axis=-1) if part.size]
        with ThreadPoolExecutor(self.jobs) as pool:
            found = list(pool.map(lambda part: work(grid, classes, part, THROWS), parts))
        return np.concatenate(found, axis=-1)


Ints = NDArray[np.int64]


def fields(row: int) -> tuple[int, ...]:
    """The Kribbel rows of a row's area."""
    return tuple(at for at in KRIBBEL_ROWS if ROWS[at].area == ROWS[row].area)


def leaves(row: int) -> bool:
    """Whether the next row is in another area."""
    return row + 1 == len(ROWS) or ROWS[row + 1].area != ROWS[row].area


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

    turns: Turns
    row: int
    lines: Sequence[Others]
    """The expected points in each row."""
    following: Chances
    """The expected points to come after the row, by situation in it: filled x marks."""

    @property
    def throwers(self) -> range:
        """The possible numbers of filled Kribbel rows of the area for players who throw in this row."""
        if self.turns.task(self.row):
            return range(len(fields(self.row)) + 1)
        field = fields(self.row).index(self.row)
        return range(field, field + 1)

    def highest(self, filled: int) -> range:
        """The highest Kribbel numbers to distinguish in a turn: only one in a task without a dodge left."""
        return range(1) if self.plain_task(filled) else self.turns.highest(self.row, filled)

    def plain_task(self, filled: int) -> bool:
        """Whether the row has a task, and no dodge is left."""
        return self.turns.task(self.row) is not None and filled == len(fields(self.row))

    @cached_property
    def worths(self) -> Chances:
        """The expected points to come before one's turn, by sight and situation: sights x filled x marks."""
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

    def ends(self, filled: int, sights: Ints, highest: Ints, worths: Chances) -> Chances:
        """The worth of every ending of a turn, by lane: classes x lanes. `worths` are those of turns after a dodge.

        Without a dodge left, what follows a task is the same for all its endings, and not counted.
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

    def dodges(self, filled: int, sights: Ints, highest: Ints, worths: Chances) -> NDArray[np.bool_]:
        """Whether to dodge with each sum that does not meet the task: sums x lanes."""
        if self.plain_task(filled):
            return np.zeros((MARKS - 1, len(sights)), bool)
        better = self._dodged(filled, sights, worths) > self.following[filled, highest]
        return np.asarray(better & self.turns.rises[:, highest])

    def _dodged(self, filled: int, sights: Ints, worths: Chances) -> Chances:
        """The worth of entering each sum by dodging, the turn after it included."""
        points = self.lines[fields(self.row)[filled]].points_ahead[1:]
        return np.asarray(points[:, None] + worths[sights, filled + 1][:, self.turns.after].T)
