"""Books of Kribbeln: the worth of every situation and the moves of others; from a table, as shipped, or borrowed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from json import dumps, loads
from pathlib import Path
from typing import Any, TypeVar
from zipfile import BadZipFile

from knobel.core.errors import BadTable
from knobel.games.kribbeln import SPEC
from knobel.games.kribbeln.rules.game import Kribbeln
from knobel.games.kribbeln.rules.sheet import KRIBBEL_ROWS, ROWS, SHEETS
from knobel.games.kribbeln.rules.tasks import Task
from knobel.games.kribbeln.solve.opponents import MARKS, Chances, Line, seen
from knobel.games.kribbeln.solve.ranks import TWICE, Others, RankBook
from knobel.games.kribbeln.solve.turns import FILLED, Turns, fields
from knobel.solve.arrays import ARRAYS, NDArray, np
from knobel.solve.plain_files import Archive, Cells
from knobel.solve.tables import read_table, writing
from knobel_lab.games.kribbeln.contest import Contest
from knobel_lab.games.kribbeln.solve import contest, identity
from knobel_lab.games.kribbeln.solve import path as usual_path


@dataclass(frozen=True, eq=False)
class KribbelnBook:
    """The worths of a best response, and the strategy it responds to, as arrays."""

    turns: Turns
    values: Chances
    """The expected rank points to come when a row begins: rows x filled x marks."""
    again: Mapping[int, Chances]
    """For rows with two dodges, the expected rank points after the first, by what is seen: sights x marks."""
    lines: tuple[Line, ...]
    source: str

    @cached_property
    def ranks(self) -> RankBook:
        """The book in the form judges use."""
        lines = [
            Others(line.seen, line.classes.tolist(), by_sight(line.entries), line.ahead.tolist()) for line in self.lines
        ]
        again = {row: by_sight(worths) for row, worths in self.again.items()}
        return RankBook(self.turns, self.values.tolist(), again, tuple(lines), self.source)

    def points(self, row: int, others: Sequence[int]) -> list[float]:
        """The expected points of each mark written in a row with these entries of others."""
        return self.ranks.points(row, others)

    def points_ahead(self, row: int, others: Sequence[int]) -> list[float]:
        """The expected points of each mark entered ahead by dodging, given what others have entered ahead."""
        return self.ranks.points_ahead(row, others)


def by_sight(numbers: Chances) -> Callable[[int], list[float]]:
    """A function that gives the numbers of a sight."""

    def of(sight: int) -> list[float]:
        found: list[float] = numbers[sight].tolist()
        return found

    return of


def book_of(turns: Turns, players: int, parts: Mapping[str, NDArray[Any]], source: str) -> KribbelnBook:
    """Make a book from its parts."""
    lines = []
    for row in range(len(ROWS)):
        ahead = np.zeros(MARKS)
        if row in KRIBBEL_ROWS:
            ahead = parts["dodges"][_area(row), fields(row).index(row)].sum(axis=0)
        lines.append(Line(seen(players), parts["classes"][row].astype(np.int64), parts["marks"][row], ahead))
    return KribbelnBook(turns, parts["values"], dict(zip(TWICE, parts["again"], strict=True)), tuple(lines), source)


def _area(row: int) -> list[int]:
    """The rows before this one in its area, from which one may dodge into it."""
    return [at for at in range(row) if fields(at) == fields(row)]


def ranks_of(turns: Turns, players: int, parts: Mapping[str, Cells], source: str) -> RankBook:
    """Make a book for judges from its parts, as plain numbers."""
    lines = []
    for row in range(len(ROWS)):
        ahead = [0.0] * MARKS
        if row in KRIBBEL_ROWS:
            into = [parts["dodges"][at, fields(row).index(row)].flat for at in _area(row)]
            ahead = [sum(some) for some in zip(*into, strict=True)]
        lines.append(Others(seen(players), list(map(int, parts["classes"][row].flat)), _written(parts, row), ahead))
    values = [[list(parts["values"][row, filled].flat) for filled in range(FILLED)] for row in range(len(ROWS))]
    again = {row: _plain_sight(parts["again"], at) for at, row in enumerate(TWICE)}
    return RankBook(turns, values, again, tuple(lines), source)


def _plain_sight(numbers: Cells, part: int) -> Callable[[int], list[float]]:
    """A function that gives the numbers of a sight in a part."""
    return lambda sight: list(numbers[part, sight].flat)


def _written(parts: Mapping[str, Cells], row: int) -> Callable[[int], list[float]]:
    """A function that gives the chances of marks in a row, renormalised against rounding in half precision."""

    def of(sight: int) -> list[float]:
        marks = parts["marks"][row, sight].flat
        whole = sum(marks)
        return [chance / whole for chance in marks]

    return of


def extract(asked: Contest, values: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """The parts of a book, from the table of a contest: the final worths, and the final outcomes."""
    part, last = asked.record.part, asked.rounds
    worths = [values[asked.worths_at(last, row)] for row in range(len(ROWS))]
    outcomes = [values[asked.outcome_at(last - 1, row)] for row in range(len(ROWS))]
    return {
        "values": np.array([part(record, "values") for record in worths]),
        "again": np.array([part(worths[row], "worths")[:, 1] for row in TWICE]),
        **{name: np.array([part(record, name) for record in outcomes]) for name in ("marks", "classes", "dodges")},
    }


def open_kribbeln(game: Kribbeln, path: Path | None = None) -> KribbelnBook:
    """The book of a game from its table; raises an error if there is none for these rules."""
    asked = contest(game)
    path = path or usual_path(game)
    return book_of(asked.turns, game.seats, extract(asked, read_table(path, identity(asked).rules).values), str(path))


SHIPPED = SPEC.data("books.npz")
PARTS = {"values": "f4", "again": "f4", "marks": "f2", "classes": "i1", "dodges": "f4"}
"""The parts of a book that are shipped, and their types."""


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
    """Write the shipped file of books, from the tables of these games, each on one of our sheets."""
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
    """The shipped book of a game on one of our sheets; raises an error if it is for other rules."""
    parts = {part: found.astype(np.float64) for part, found in _read(game, path, plain=False).items()}
    # Chances in half precision do not quite sum to one.
    parts["marks"] /= parts["marks"].sum(axis=-1, keepdims=True)
    return book_of(contest(game).turns, game.seats, parts, str(path))


@lru_cache(maxsize=16)
def shipped_ranks(game: Kribbeln, path: Path = SHIPPED) -> RankBook:
    """The shipped book for judges, read without NumPy."""
    return ranks_of(contest(game).turns, game.seats, _read(game, path, plain=True), str(path))


def _read(game: Kribbeln, path: Path, *, plain: bool) -> dict[str, Any]:
    """Read the parts of a shipped book."""
    assert game.sheet is not None
    name, asked = _name(game.sheet, game.seats, game.beginner), contest(game)
    try:
        with open(path, "rb") as opened, Archive(opened) if plain else np.load(opened, allow_pickle=False) as file:
            if loads(str(file["about"])).get(name) != identity(asked).rules:
                raise BadTable(f"{path} was made for other rules of {game.key}; make it again")
            return {part: file[f"{name}/{part}"] for part in PARTS}
    except (OSError, BadZipFile, KeyError, ValueError) as error:
        raise BadTable(f"{path} holds no book of {game.key}, or is damaged: {error}") from error


@lru_cache(maxsize=16)
def borrowed_kribbeln(game: Kribbeln) -> KribbelnBook:
    """A book for typed tasks: others are assumed to play as at tasks of the same kind on our sheets."""
    return _borrowed(game, shipped_kribbeln)


Book = TypeVar("Book", KribbelnBook, RankBook)


def _borrowed(game: Kribbeln, shipped: Callable[[Kribbeln], Book]) -> Book:
    ours = [replace(game, sheet=number, tasks=tasks) for number, tasks in enumerate(SHEETS, 1)]
    books = [shipped(one) for one in ours]
    lines: list[Any] = list(books[0].lines)
    for row, place in enumerate(ROWS):
        if place.task is not None:
            lines[row] = _like(game.tasks[place.task], row, books)
    return replace(books[0], turns=contest(game).turns, lines=tuple(lines), source="borrowed from our sheets")


def _like(task: Task, row: int, books: Sequence[Book]) -> Any:
    """The line of a task of the same kind, as close to this row as possible."""
    rows = [at for at, place in enumerate(ROWS) if place.task is not None]
    places = [(book, at) for book in books for at in rows if (found := book.turns.task(at)) and found.kind == task.kind]
    book, at = min(places, key=lambda place: abs(place[1] - row))
    return book.lines[at]


def best_kribbeln(game: Kribbeln) -> KribbelnBook:
    """The best available book of a game."""
    try:
        return open_kribbeln(game)
    except BadTable:
        return borrowed_kribbeln(game) if game.sheet is None else shipped_kribbeln(game)


@lru_cache(maxsize=16)
def best_ranks(game: Kribbeln) -> RankBook:
    """The best available book of a game for judges; the shipped one where NumPy is missing."""
    if ARRAYS:
        return best_kribbeln(game).ranks
    return _borrowed(game, shipped_ranks) if game.sheet is None else shipped_ranks(game)
