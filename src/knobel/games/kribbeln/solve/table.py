"""The solved table of a game of Kribbeln: its file, and where the parts of its records lie.

A table has rounds, and a round two records for each row: worths, from the last row to the first, then outcomes, from
the first to the last. The last round has worths only.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from math import prod
from pathlib import Path
from typing import Any

from knobel.games.kribbeln.rules.game import Kribbeln
from knobel.games.kribbeln.rules.sheet import ROWS
from knobel.games.kribbeln.solve.opponents import MARKS, seen
from knobel.games.kribbeln.solve.turns import FILLED, SITUATIONS, TWO_DODGE_ROWS, Turns
from knobel.solve.plain_files import Cells
from knobel.solve.tables import table_path

ROUNDS = 6
"""The number of rounds with outcomes."""


@dataclass(frozen=True)
class Layout:
    """The layout of a table for a number of players."""

    players: int
    rounds: int = ROUNDS

    @property
    def records(self) -> int:
        """The number of records."""
        return (2 * self.rounds + 1) * len(ROWS)

    def worths_at(self, turn: int, row: int) -> int:
        """The number of the record of a row's worths in a round."""
        return 2 * turn * len(ROWS) + len(ROWS) - 1 - row

    def outcome_at(self, turn: int, row: int) -> int:
        """The number of the record of a row's outcome in a round."""
        return (2 * turn + 1) * len(ROWS) + row

    @cached_property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The parts: worths by sight, and their mean; or marks written, marks dodged, and the situation afterwards."""
        count = seen(self.players).count
        return {
            "worths": (count, *SITUATIONS),
            "values": SITUATIONS,
            "marks": (count, MARKS),
            "classes": (MARKS,),
            "dodges": (FILLED - 1, MARKS),
            "after": SITUATIONS,
        }

    @cached_property
    def spans(self) -> dict[str, slice]:
        """Where each part lies in a record: one after the other."""
        ends = accumulate(map(prod, self.shapes.values()), initial=0)
        return {name: slice(*span) for name, span in zip(self.shapes, pairwise(ends), strict=True)}

    @property
    def size(self) -> int:
        """The number of values of a record."""
        return sum(map(prod, self.shapes.values()))


def turns_of(game: Kribbeln) -> Turns:
    """The turns of a game's sheet."""
    return Turns(game.tasks, game.beginner)


def table_rules(turns: Turns, layout: Layout) -> str:
    """The hash of the rules of a table."""
    return f"{turns.digest}-{layout.players}-{layout.rounds}"


def table_file(game: Kribbeln) -> Path:
    """The default path of a game's table."""
    sheet = f"sheet{game.sheet}" if game.sheet else turns_of(game).digest
    return table_path(game.key, "-".join([sheet, str(game.seats), *["beginner"] * game.beginner]))


def book_parts(layout: Layout, values: Any) -> dict[str, Cells]:
    """The parts of a book, from the values of a table: the final worths, and the final outcomes."""

    def part(record: int, name: str) -> Cells:
        return Cells(values[record].flat[layout.spans[name]].tolist(), layout.shapes[name])

    last, rows = layout.rounds, range(len(ROWS))
    dodged = [part(layout.worths_at(last, row), "worths") for row in TWO_DODGE_ROWS]
    return {
        "values": _stacked(part(layout.worths_at(last, row), "values") for row in rows),
        # After the first dodge of two, one Kribbel row of the area is filled.
        "again": _stacked(_stacked(worths[sight, 1] for sight in range(len(worths))) for worths in dodged),
        **{
            name: _stacked(part(layout.outcome_at(last - 1, row), name) for row in rows)
            for name in ("marks", "classes", "dodges")
        },
    }


def _stacked(parts: Iterable[Cells]) -> Cells:
    """Arrays of the same shape, one after the other along a new first axis."""
    stacked = list(parts)
    return Cells([number for part in stacked for number in part.flat], (len(stacked), *stacked[0].shape))
