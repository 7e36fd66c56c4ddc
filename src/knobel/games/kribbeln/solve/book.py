"""Books of Kribbeln, from a table, as shipped or borrowed; and its margins, which are shipped."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from json import loads
from pathlib import Path
from zipfile import BadZipFile

from knobel.core.errors import BadTable
from knobel.games.kribbeln import SPEC
from knobel.games.kribbeln.rules.game import Kribbeln
from knobel.games.kribbeln.rules.sheet import KRIBBEL_ROWS, ROWS, SHEETS
from knobel.games.kribbeln.rules.tasks import Task
from knobel.games.kribbeln.solve.opponents import MARKS, seen
from knobel.games.kribbeln.solve.ranks import Margins, Others, RankBook
from knobel.games.kribbeln.solve.table import Layout, book_parts, table_file, table_rules, turns_of
from knobel.games.kribbeln.solve.turns import FILLED, TWO_DODGE_ROWS, area_fields
from knobel.solve.plain_files import Archive, Cells
from knobel.solve.tables import read_table

SHIPPED = SPEC.data("books.npz")
PARTS = ("values", "again", "marks", "classes", "dodges")
"""The parts of a book."""

SHIPPED_MARGINS = SPEC.data("margins.npz")
MARGIN_PARTS = ("values", "order", "deviations")

Numbers = Callable[[Cells], list[float]]


def ranks_of(game: Kribbeln, parts: Mapping[str, Cells], written: Numbers, source: str) -> RankBook:
    """Make a book from its parts; `written` gives the chances of marks from what is stored of them."""
    lines = []
    for row in range(len(ROWS)):
        ahead = [0.0] * MARKS
        if row in KRIBBEL_ROWS:
            # The rows before this one in its area, from which one may dodge into it.
            before = [at for at in range(row) if area_fields(at) == area_fields(row)]
            into = [parts["dodges"][at, area_fields(row).index(row)].flat for at in before]
            ahead = [sum(chances) for chances in zip(*into, strict=True)]
        entries = _by_sight(parts["marks"], row, written)
        lines.append(Others(seen(game.seats), list(map(int, parts["classes"][row].flat)), entries, ahead))
    values = [[_as_stored(parts["values"][row, filled]) for filled in range(FILLED)] for row in range(len(ROWS))]
    again = {row: _by_sight(parts["again"], at, _as_stored) for at, row in enumerate(TWO_DODGE_ROWS)}
    return RankBook(turns_of(game), values, again, tuple(lines), source)


def _by_sight(numbers: Cells, row: int, read: Numbers) -> Callable[[int], list[float]]:
    """A function that gives the numbers of a sight in a row."""
    return cache(lambda sight: read(numbers[row, sight]))


def _as_stored(numbers: Cells) -> list[float]:
    return list(numbers.flat)


def _normalised(chances: Cells) -> list[float]:
    """Chances that sum to one, which those in half precision do not quite."""
    total = sum(chances.flat)
    return [chance / total for chance in chances.flat]


def open_ranks(game: Kribbeln, path: Path | None = None) -> RankBook:
    """The book of a game from its table; raises an error if there is none for these rules."""
    layout, path = Layout(game.seats), path or table_file(game)
    values = read_table(path, table_rules(turns_of(game), layout)).values
    return ranks_of(game, book_parts(layout, values), _as_stored, str(path))


def book_name(game: Kribbeln) -> str:
    """The name of a book in the shipped file."""
    return f"{game.sheet}-{game.seats}-{'beginner' if game.beginner else 'usual'}"


@lru_cache(maxsize=16)
def shipped_ranks(game: Kribbeln, path: Path = SHIPPED) -> RankBook:
    """The shipped book of a game on one of our sheets; raises an error if it is for other rules."""
    name = book_name(game)
    try:
        with open(path, "rb") as opened, Archive(opened) as file:
            if loads(file["about"]).get(name) != table_rules(turns_of(game), Layout(game.seats)):
                raise BadTable(f"{path} was made for other rules of {game.key}; solve the game again")
            parts = {part: file[f"{name}/{part}"] for part in PARTS}
    except (OSError, BadZipFile, KeyError, ValueError) as error:
        raise BadTable(f"{path} holds no book of {game.key}, or is damaged: {error}") from error
    return ranks_of(game, parts, _normalised, str(path))


def borrowed_ranks(game: Kribbeln) -> RankBook:
    """A book for typed tasks: others are assumed to play as at tasks of the same kind on our sheets."""
    books = [shipped_ranks(replace(game, sheet=number, tasks=tasks)) for number, tasks in enumerate(SHEETS, 1)]
    lines = list(books[0].lines)
    for row, place in enumerate(ROWS):
        if place.task is not None:
            lines[row] = _like(game.tasks[place.task], row, books)
    return replace(books[0], turns=turns_of(game), lines=tuple(lines), source="borrowed from our sheets")


def _like(task: Task, row: int, books: Sequence[RankBook]) -> Others:
    """The line of a task of the same kind, as close to this row as possible."""
    rows = [at for at, place in enumerate(ROWS) if place.task is not None]
    places = [
        (book, at) for book in books for at in rows if (played := book.turns.task(at)) and played.kind == task.kind
    ]
    book, at = min(places, key=lambda place: abs(place[1] - row))
    return book.lines[at]


@lru_cache(maxsize=16)
def best_ranks(game: Kribbeln) -> RankBook:
    """The best available book of a game."""
    try:
        return open_ranks(game)
    except BadTable:
        return borrowed_ranks(game) if game.sheet is None else shipped_ranks(game)


def margins_name(players: int, beginner: bool) -> str:
    """The name of margins in the shipped file."""
    return f"{players}-{'beginner' if beginner else 'usual'}"


@lru_cache(maxsize=16)
def shipped_margins(players: int, beginner: bool, path: Path = SHIPPED_MARGINS) -> Margins:
    """The margins of `players` players, averaged over our sheets, which hardly differ."""
    try:
        with Archive(path) as file:
            values, order, deviations = (file[f"{margins_name(players, beginner)}/{part}"] for part in MARGIN_PARTS)
    except (OSError, BadZipFile, KeyError, ValueError) as error:
        raise BadTable(f"{path} holds no margins of {SPEC.key} for {players}, or is damaged: {error}") from error
    return Margins([_rows(values[row]) for row in range(len(values))], _rows(order), list(deviations.flat))


def _rows(cells: Cells) -> list[list[float]]:
    return [list(cells[row].flat) for row in range(len(cells))]
