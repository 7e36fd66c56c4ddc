"""Books of Kribbeln as arrays, and the file of books that are shipped."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from json import dumps
from pathlib import Path

import numpy as np

from knobel.core.errors import BadTable
from knobel.games.kribbeln import SPEC
from knobel.games.kribbeln.rules.game import Kribbeln
from knobel.games.kribbeln.rules.sheet import SHEETS
from knobel.games.kribbeln.solve.book import best_ranks, book_name
from knobel.games.kribbeln.solve.ranks import Others, RankBook
from knobel.games.kribbeln.solve.table import Layout, book_parts, table_file, table_rules, turns_of
from knobel.games.kribbeln.solve.turns import Turns
from knobel.solve.tables import read_table, writing
from knobel_lab.games.kribbeln.lines import Chances, Line

TYPES = {"values": "f4", "again": "f4", "marks": "f2", "classes": "i1", "dodges": "f4"}
"""The types of the parts of a book that are shipped."""


@dataclass(frozen=True, eq=False)
class KribbelnBook:
    """The worths of a best response, and the strategy it responds to, as arrays."""

    ranks: RankBook

    @property
    def turns(self) -> Turns:
        """The turns of the sheet."""
        return self.ranks.turns

    @cached_property
    def values(self) -> Chances:
        """The expected rank points to come when a row begins: rows x filled x marks."""
        return np.array(self.ranks.values)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """What others write in each row."""
        return tuple(
            Line(line.seen, np.array(line.classes), entries_of(line), np.array(line.ahead)) for line in self.ranks.lines
        )

    def points(self, row: int, others: Sequence[int]) -> list[float]:
        """The expected points of each mark written in a row with these entries of others."""
        return self.ranks.points(row, others)


def entries_of(line: Others) -> Chances:
    """The chance of each mark in a row, by what is seen: sights x marks."""
    return np.array([line.entries(sight) for sight in range(line.seen.count)])


def by_sight(numbers: Chances) -> Callable[[int], list[float]]:
    """A function that gives the numbers of a sight."""

    def of(sight: int) -> list[float]:
        row: list[float] = numbers[sight].tolist()
        return row

    return of


def best_kribbeln(game: Kribbeln) -> KribbelnBook:
    """The best available book of a game."""
    return KribbelnBook(best_ranks(game))


def contests() -> list[Kribbeln]:
    """Every game on one of our sheets."""
    return [
        Kribbeln(seats, tasks, sheet, beginner)
        for beginner in (False, True)
        for seats in SPEC.seats
        for sheet, tasks in enumerate(SHEETS, 1)
    ]


def pack_books(games: Iterable[Kribbeln], path: Path) -> None:
    """Write the shipped file of books, from the tables of these games, each on one of our sheets."""
    about, arrays = {}, {}
    for game in games:
        name, layout, table = book_name(game), Layout(game.seats), table_file(game)
        about[name] = table_rules(turns_of(game), layout)
        if not table.exists():
            command = f"knobel solve {game.key} --sheet {game.sheet} --players {game.seats}"
            raise BadTable(f"there is no table {table}; make it with {command}{' --beginner' * game.beginner}")
        values = read_table(table, about[name]).values
        for part, cells in book_parts(layout, values).items():
            arrays[f"{name}/{part}"] = np.array(cells.flat).reshape(cells.shape).astype(TYPES[part])
    with writing(path) as file:
        np.savez_compressed(file, about=np.array(dumps(about)), **arrays)  # type: ignore[arg-type]
