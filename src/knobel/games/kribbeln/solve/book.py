"""Books of Kribbeln: what every situation is worth and what the others do; from a table, as shipped, or borrowed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from json import dumps, loads
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadTable
from knobel.games.kribbeln import SPEC
from knobel.games.kribbeln.rules.game import Kribbeln
from knobel.games.kribbeln.rules.sheet import KRIBBEL_ROWS, ROWS, SHEETS, highest_kribbel
from knobel.games.kribbeln.rules.sheet import Sheet as Entries
from knobel.games.kribbeln.rules.tasks import Task
from knobel.games.kribbeln.solve.contest import Contest
from knobel.games.kribbeln.solve.opponents import MARKS, Chances, Line, mark, seen
from knobel.games.kribbeln.solve.plan import contest, identity
from knobel.games.kribbeln.solve.plan import path as usual_path
from knobel.games.kribbeln.solve.turns import Turns, fields, leaves
from knobel.solve.tables import read_table, writing

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
        return _beating(others, 1.0 + line.later[sights, np.arange(MARKS)])

    def points_ahead(self, row: int, others: Sequence[int]) -> Chances:
        """The points to expect for each mark written ahead by dodging, when others have written these ahead too."""
        line = self.lines[row]
        rivals = line.seen.players - 1
        return _beating(others, 1 + (line.points_ahead - 1) * (rivals - len(others)) / rivals)

    def after_dodge(self, row: int, others: Sequence[int]) -> Chances:
        """What is still to come after a first dodge of two, by the number entered: marks."""
        line = self.lines[row]
        sight = tuple(sorted(line.classes[mark(entry)] for entry in others))
        return np.asarray(self.again[row][line.seen.index[sight]])


def _beating(others: Sequence[int], points: Chances) -> Chances:
    """Points for each mark, with one more for each of these entries below it; an X gets none."""
    for entry in others:
        points += np.arange(MARKS) > mark(entry)
    points[0] = 0
    return np.asarray(points)


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
    path = path or usual_path(game)
    return book_of(asked.turns, game.seats, extract(asked, read_table(path, identity(asked).rules).values), str(path))


SHIPPED = SPEC.data("books.npz")
PARTS = {"values": "f4", "again": "f4", "marks": "f2", "classes": "i1", "dodges": "f4"}
"""What is shipped of a book, and how."""


def _name(sheet: int, players: int, beginner: bool) -> str:
    return f"{sheet}-{players}-{'beginner' if beginner else 'usual'}"


def contests() -> list[Kribbeln]:
    """Every game on one of our sheets."""
    return [
        Kribbeln(seats, tasks, sheet, beginner)
        for beginner in (False, True)
        for seats in SPEC.seats
        for sheet, tasks in enumerate(SHEETS, 1)
    ]


def pack_books(games: Iterable[Kribbeln], path: Path) -> None:
    """Write what is shipped to a file, from the tables of these games, each on one of our sheets."""
    about, arrays = {}, {}
    for game in games:
        assert game.sheet is not None
        name, asked = _name(game.sheet, game.seats, game.beginner), contest(game)
        about[name] = identity(asked).rules
        table = usual_path(game)
        if not table.exists():
            command = f"knobel solve {game.key} --sheet {game.sheet} --players {game.seats}"
            raise BadTable(f"there is no table {table}; make it with {command}{' --beginner' * game.beginner}")
        values = read_table(table, about[name]).values
        for part, found in extract(asked, values).items():
            arrays[f"{name}/{part}"] = found.astype(PARTS[part])
    with writing(path) as file:
        np.savez_compressed(file, about=np.array(dumps(about)), **arrays)  # type: ignore[arg-type]


@lru_cache(maxsize=16)
def shipped_kribbeln(game: Kribbeln, path: Path = SHIPPED) -> KribbelnBook:
    """The book of a game on one of our sheets, as shipped; raises an error if it is of other rules."""
    assert game.sheet is not None
    name, asked = _name(game.sheet, game.seats, game.beginner), contest(game)
    try:
        with np.load(path, allow_pickle=False) as file:
            if loads(str(file["about"])).get(name) != identity(asked).rules:
                raise BadTable(f"{path} was made for other rules of {game.key}; make it again")
            parts = {part: file[f"{name}/{part}"].astype(np.float64) for part in PARTS}
    except (OSError, BadZipFile, KeyError, ValueError) as error:
        raise BadTable(f"{path} holds no book of {game.key}, or is damaged: {error}") from error
    # Chances in half precision do not quite add up.
    parts["marks"] /= parts["marks"].sum(axis=-1, keepdims=True)
    return book_of(asked.turns, game.seats, parts, str(path))


@lru_cache(maxsize=16)
def borrowed_kribbeln(game: Kribbeln) -> KribbelnBook:
    """A book for tasks typed in: others are taken to do what they do at tasks of the same kind on our sheets."""
    ours = [replace(game, sheet=number, tasks=tasks) for number, tasks in enumerate(SHEETS, 1)]
    books = [shipped_kribbeln(one) for one in ours]
    lines = list(books[0].lines)
    for row, place in enumerate(ROWS):
        if place.task is not None:
            lines[row] = _like(game.tasks[place.task], row, books)
    return replace(books[0], turns=contest(game).turns, lines=tuple(lines), source="borrowed from our sheets")


def _like(task: Task, row: int, books: list[KribbelnBook]) -> Line:
    """The line of a task of the same kind, as near to this row as can be."""
    rows = [at for at, place in enumerate(ROWS) if place.task is not None]
    places = [(book, at) for book in books for at in rows if (found := book.turns.task(at)) and found.kind == task.kind]
    book, at = min(places, key=lambda place: abs(place[1] - row))
    return book.lines[at]


def best_kribbeln(game: Kribbeln) -> KribbelnBook:
    """The best book of a game there is."""
    try:
        return open_kribbeln(game)
    except BadTable:
        return borrowed_kribbeln(game) if game.sheet is None else shipped_kribbeln(game)
