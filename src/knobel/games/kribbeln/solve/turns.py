"""The turns of a sheet of Kribbeln: their tasks, their areas, and which Kribbel numbers may follow each other.

A situation is (filled, mark): how many Kribbel rows of the area have an entry, and the highest Kribbel number so far.
"""

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from knobel.games.kribbeln.rules.game import THROWS
from knobel.games.kribbeln.rules.sheet import KRIBBEL_ROWS, ROWS
from knobel.games.kribbeln.rules.tasks import Task, write_tasks
from knobel.games.kribbeln.solve.opponents import MARKS

FILLED = 3
"""The number of states: none, one or two Kribbel rows of an area have an entry."""

SITUATIONS = (FILLED, MARKS)


@dataclass(frozen=True, eq=False)
class Turns:
    """The turns of a sheet with these tasks; for beginners, Kribbel numbers need not rise."""

    tasks: tuple[Task, ...]
    beginner: bool

    @cached_property
    def digest(self) -> str:
        """A hash of everything that values depend on, but for the number of players."""
        rules = write_tasks(self.tasks), self.beginner, ROWS, THROWS
        return sha256(repr(rules).encode()).hexdigest()[:16]

    def task(self, row: int) -> Task | None:
        """The task of a row; None in a Kribbel row."""
        task = ROWS[row].task
        return None if task is None else self.tasks[task]

    def rises(self, own: int, highest: int) -> bool:
        """Whether a mark may be entered as the next Kribbel number."""
        return self.beginner or own > highest

    def risen(self, own: int) -> int:
        """The highest Kribbel number after a mark was entered."""
        return 0 if self.beginner else own


def area_fields(row: int) -> tuple[int, ...]:
    """The Kribbel rows of a row's area."""
    return tuple(at for at in KRIBBEL_ROWS if ROWS[at].area == ROWS[row].area)


def ends_area(row: int) -> bool:
    """Whether the next row is in another area."""
    return row + 1 == len(ROWS) or ROWS[row + 1].area != ROWS[row].area


TWO_DODGE_ROWS = tuple(at for at, row in enumerate(ROWS) if row.task is not None and len(area_fields(at)) == 2)
"""The rows in which one may dodge twice."""
