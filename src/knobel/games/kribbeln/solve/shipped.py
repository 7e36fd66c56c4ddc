"""The best book of Kribbeln there is: from a table, as shipped, or for tasks typed in borrowed from what is shipped."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from json import dumps, loads
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from knobel.games.kribbeln import SPEC
from knobel.games.kribbeln.rules.game import Kribbeln
from knobel.games.kribbeln.rules.sheet import ROWS, SHEETS
from knobel.games.kribbeln.rules.tasks import Task
from knobel.games.kribbeln.solve.book import KribbelnBook, book_of, extract, open_kribbeln
from knobel.games.kribbeln.solve.opponents import Line
from knobel.games.kribbeln.solve.plan import contest, identity, kribbeln_path
from knobel.solve.tables import BadTable, read_table

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
        if not kribbeln_path(game).exists():
            command = f"knobel solve {game.key} --sheet {game.sheet} --players {game.seats}"
            raise BadTable(
                f"there is no table {kribbeln_path(game)}; make it with {command}{' --beginner' * game.beginner}"
            )
        values = read_table(kribbeln_path(game), about[name]).values
        for part, found in extract(asked, values).items():
            arrays[f"{name}/{part}"] = found.astype(PARTS[part])
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "wb") as file:
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
