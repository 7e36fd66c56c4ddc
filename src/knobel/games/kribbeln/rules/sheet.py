"""The sheet of Kribbeln: ten rows in three areas, and what may be written where. The game and the solver share this."""

from collections.abc import Sequence
from dataclasses import dataclass

from knobel.games.kribbeln.rules.reading import read_tasks

STRUCK = 0
"""An X in a row; no sum is that low."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the sheet: its area, and which task (0 to 5) it asks for, or None in a Kribbel row."""

    key: str
    area: str
    task: int | None = None


ROWS = (
    Row("task_1", "red", 0),
    Row("task_2", "red", 1),
    Row("kribbel_1", "red"),
    Row("task_3", "yellow", 2),
    Row("task_4", "yellow", 3),
    Row("kribbel_2", "yellow"),
    Row("task_5", "blue", 4),
    Row("task_6", "blue", 5),
    Row("kribbel_3", "blue"),
    Row("kribbel_4", "blue"),
)
TASKS = 6
KRIBBEL_ROWS = tuple(at for at, row in enumerate(ROWS) if row.task is None)
LAST_KRIBBEL = KRIBBEL_ROWS[-1]
TOTALS_AFTER = (KRIBBEL_ROWS[0], KRIBBEL_ROWS[1])
"""Rows below which there is a running total."""

SHEETS = tuple(
    read_tasks(text)
    for text in (
        "0 blue; black > green; green != blue != red; 2 any & 2 any; 1 orange & 0 yellow; yellow > rest",
        "no 3; yellow = green; 0 black & 0 red; no 2; 1 orange & 0 blue; 2 red",
        "yellow != black; 1 blue; orange != green != red; 3 colours; 2 any & 2 any; 4 any",
        "orange != blue; 0 black; 1 red; 3 any; 1 green & 0 yellow; 4 any",
        "no 3; blue > black; yellow != orange != green; 3 colours; 2 green; red > rest",
        "orange > yellow; blue = black; 3 any; 0 green & 0 red; no 2; 2 blue",
    )
)
"""Six sheets of our own: every kind of task occurs, and the odds of meeting the six tasks add up to 4.887 ± 0.002."""

Sheet = tuple[int | None, ...]
"""The entry of each row: a sum, STRUCK, or None while empty."""

BLANK: Sheet = (None,) * len(ROWS)


def highest_kribbel(sheet: Sheet) -> int:
    """The highest Kribbel number so far; 0 if there is none."""
    return max(sheet[row] or STRUCK for row in KRIBBEL_ROWS)


def rises(sheet: Sheet, total: int, beginner: bool) -> bool:
    """Whether this sum may be entered as the next Kribbel number."""
    return beginner or total > highest_kribbel(sheet)


def dodge_row(sheet: Sheet, row: int) -> int | None:
    """The Kribbel row into which a dodge from this task row would go; None if those of the area are full."""
    if ROWS[row].task is None:
        return None
    area = ROWS[row].area
    return next((at for at in KRIBBEL_ROWS if ROWS[at].area == area and sheet[at] is None), None)


def write(sheet: Sheet, row: int, value: int) -> Sheet:
    """The sheet with a sum, or STRUCK, in this row."""
    return (*sheet[:row], value, *sheet[row + 1 :])


def row_points(values: Sequence[int]) -> tuple[int, ...]:
    """The points of each player for a row: none for an X, else one more than the number of players below.

    So of n players place p earns n - p + 1, and tied players all earn the points of the last of their places.
    """
    return tuple([0 if value == STRUCK else 1 + sum(other < value for other in values) for value in values])
