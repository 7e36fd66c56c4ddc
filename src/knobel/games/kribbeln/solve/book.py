"""A book of Kribbeln: what every situation is worth, and what the others do, from a table or as shipped."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.games.kribbeln.rules.game import Kribbeln
from knobel.games.kribbeln.rules.sheet import KRIBBEL_ROWS, ROWS, highest_kribbel
from knobel.games.kribbeln.rules.sheet import Sheet as Entries
from knobel.games.kribbeln.solve.contest import Contest
from knobel.games.kribbeln.solve.observation import MARKS, Chances, mark, seen
from knobel.games.kribbeln.solve.opponents import Line
from knobel.games.kribbeln.solve.plan import contest, identity, kribbeln_path
from knobel.games.kribbeln.solve.row import fields, leaves
from knobel.games.kribbeln.solve.turns import Turns
from knobel.solve.tables import read_table

TWICE = tuple(at for at, row in enumerate(ROWS) if row.task is not None and len(fields(at)) == 2)
"""The rows in which one may dodge twice."""


@dataclass(frozen=True, eq=False)
class KribbelnBook:
    """The worths of a best response, and what it responds to."""

    turns: Turns
    values: Chances
    """The rank points still to come when a row begins: rows x filled x marks."""
    again: Mapping[int, Chances]
    """For rows with two dodges, the same after the first of them, by what is seen: sights x marks."""
    lines: tuple[Line, ...]
    source: str

    def following(self, row: int) -> Chances:
        """What is still to come after a row, by situation in it: filled x marks."""
        if row + 1 == len(ROWS):
            return np.zeros(self.values.shape[1:])
        after = self.values[row + 1]
        return np.broadcast_to(after[0], after.shape) if leaves(row) else after

    def situation(self, sheet: Entries, row: int) -> tuple[int, int]:
        """The situation of a sheet in a row: entries in the Kribbel rows of the area, highest Kribbel number."""
        filled = sum(sheet[field] is not None for field in fields(row))
        return filled, 0 if self.turns.beginner else mark(highest_kribbel(sheet))

    def points(self, row: int, others: Sequence[int]) -> Chances:
        """The points to expect for each mark written in a row in which these entries of others stand."""
        line = self.lines[row]
        sight = [line.classes[mark(entry)] for entry in others]
        sights = [line.seen.index[tuple(sorted((*sight, own)))] for own in line.classes]
        found = 1.0 + line.later[sights, np.arange(MARKS)]
        for entry in others:
            found += np.arange(MARKS) > mark(entry)
        found[0] = 0
        return np.asarray(found)

    def points_ahead(self, row: int, others: Sequence[int]) -> Chances:
        """The points to expect for each mark written ahead by dodging, when others have written these ahead too."""
        line = self.lines[row]
        rivals = line.seen.players - 1
        found = 1 + (line.points_ahead - 1) * (rivals - len(others)) / rivals
        for entry in others:
            found += np.arange(MARKS) > mark(entry)
        found[0] = 0
        return np.asarray(found)

    def after_dodge(self, row: int, others: Sequence[int]) -> Chances:
        """What is still to come after a first dodge of two, by the number entered: marks."""
        line = self.lines[row]
        sight = tuple(sorted(line.classes[mark(entry)] for entry in others))
        return np.asarray(self.again[row][line.seen.index[sight]])


def book_of(turns: Turns, players: int, parts: Mapping[str, NDArray[Any]], source: str) -> KribbelnBook:
    """A book from its parts."""
    lines = []
    for row in range(len(ROWS)):
        ahead = np.zeros(MARKS)
        if row in KRIBBEL_ROWS:
            area = [at for at in range(row) if fields(at) == fields(row)]
            ahead = parts["dodges"][area, fields(row).index(row)].sum(axis=0)
        lines.append(Line(seen(players), parts["classes"][row].astype(np.int64), parts["marks"][row], ahead))
    return KribbelnBook(turns, parts["values"], dict(zip(TWICE, parts["again"], strict=True)), tuple(lines), source)


def extract(asked: Contest, values: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """The parts of a book, from the table of a contest: the last worths, and the last outcomes."""
    part, last = asked.record.part, asked.rounds
    worths = [values[asked.worths_at(last, row)] for row in range(len(ROWS))]
    outcomes = [values[asked.outcome_at(last - 1, row)] for row in range(len(ROWS))]
    return {
        "values": np.array([part(record, "values") for record in worths]),
        "again": np.array([part(worths[row], "worths")[:, 1] for row in TWICE]),
        **{name: np.array([part(record, name) for record in outcomes]) for name in ("marks", "classes", "dodges")},
    }


def open_kribbeln(game: Kribbeln, path: Path | None = None) -> KribbelnBook:
    """The book of a game, from its table; raises an error if there is none for these rules."""
    asked = contest(game)
    path = path or kribbeln_path(game)
    return book_of(asked.turns, game.seats, extract(asked, read_table(path, identity(asked).rules).values), str(path))
