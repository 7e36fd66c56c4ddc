"""The best available values of a scorecard game: from a solved table, or shipped compact ones."""

from functools import lru_cache
from typing import Any

from knobel.core.errors import BadTable
from knobel.games.scorecard.rules import Card
from knobel.games.scorecard.solve.book import Book, open_book
from knobel.games.scorecard.solve.duel import DuelBook, duel_of, open_duel
from knobel.games.scorecard.solve.positions import Positions, positions
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.games.spec import find
from knobel.solve.arrays import NDArray, np
from knobel.solve.compact.values import Ints, Tidy, read_compact, read_rows

POINTS, DUEL = "points", "duel"
"""The names of the files of shipped values."""


def best_book(card: Card) -> Book:
    """The best available book of a scorecard game; raises an error if there is none for these rules."""
    try:
        return open_book(card)
    except BadTable:
        return shipped_book(card)


@lru_cache(maxsize=8)
def book_of(card: Card) -> Book:
    """The best available book of a scorecard game, cached for all judges and any number of seats."""
    return best_book(card)


def best_duel(card: Card) -> DuelBook:
    """The best available book of a scorecard game for two; raises an error if there is none for these rules."""
    try:
        return open_duel(card)
    except BadTable:
        return shipped_duel(card)


@lru_cache(maxsize=8)
def shipped_book(card: Card) -> Book:
    """The shipped book of a scorecard game: a small table as it is, a large one compact."""
    table = find(card.key).data(f"{POINTS}{card.reading and f' {card.reading}'}.table".replace(" ", "-"))
    if table.exists():
        return open_book(card, table)
    place, path = positions(rules(card)), find(card.key).data(f"{POINTS}.npz")
    full, width = place.upper.begins[1], place.shape[2]

    def tidy_cell(row: int, cell: int, value: float) -> float:
        """Set the value of a full sheet to 0."""
        return 0.0 if row == 0 and cell % width < full else value

    rows = read_rows(path, place.rules.digest, tidy_cell, tidy_points(place))
    return Book(place, rows, exact=False, source=str(path))


def shipped_error(card: Card) -> float:
    """The root mean square error of the compact values of a card."""
    place, path = positions(rules(card)), find(card.key).data(f"{POINTS}.npz")
    return read_compact(path, place.rules.digest, tidy_points(place)).errors.rms


@lru_cache(maxsize=4)
def shipped_duel(card: Card) -> DuelBook:
    """The shipped compact book of a scorecard game for two."""
    duel, path = duel_of(card), find(card.key).data(f"{DUEL}.npz")
    rows = read_rows(path, duel.rules.digest, _tidy_chance, tidy_chances)
    return DuelBook(duel, rows, exact=False, source=str(path))


def tidy_points(place: Positions) -> Tidy:
    """A function that sets the values of full sheets to 0."""

    def tidy(rows: Ints, values: NDArray[Any]) -> None:
        values[rows == 0, :, : place.upper.begins[1]] = 0

    return tidy


def _tidy_chance(_row: int, _cell: int, chance: float) -> float:
    """Clip one chance to the range from 0 to 1."""
    return min(1.0, max(0.0, chance))


def tidy_chances(_rows: Ints, values: NDArray[Any]) -> None:
    """Clip chances to the range from 0 to 1."""
    np.clip(values, 0, 1, out=values)
