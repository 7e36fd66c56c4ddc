"""The shelf: the best book there is of each game, exact if its table was solved, else what is shipped."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from knobel.games.master.game import Master
from knobel.games.scorecard import Card
from knobel.solve.book import Book, open_book
from knobel.solve.compact import Compact, Floats
from knobel.solve.compact_file import read_compact
from knobel.solve.compact_recipe import duel_recipe, master_recipe, score_recipe
from knobel.solve.duel import OBJECTIVE, duel_of
from knobel.solve.duel_book import DuelBook, open_duel
from knobel.solve.master_book import MasterBook, open_master
from knobel.solve.master_positions import positions as master_positions
from knobel.solve.positions import positions
from knobel.solve.rules import rules
from knobel.solve.tables import BadTable

DATA = Path(__file__).parent / "data"
ROWS = 500
"""How many rows of a compact table are remembered; they have a few thousand numbers at most."""


def best_book(card: Card) -> Book:
    """The best book of a scorecard game; raises an error if there is none for these rules."""
    try:
        return open_book(card)
    except BadTable:
        return shipped_book(card)


def best_master() -> MasterBook:
    """The best book of solo Master."""
    try:
        return open_master()
    except BadTable:
        return shipped_master()


def best_duel(card: Card) -> DuelBook:
    """The best book of a scorecard game for two; raises an error if there is none for these rules."""
    try:
        return open_duel(card)
    except BadTable:
        return shipped_duel(card)


@lru_cache(maxsize=4)
def shipped_book(card: Card) -> Book:
    """The book of a scorecard game that is shipped: a small table as it is, a large one compact."""
    table = DATA / f"{card.key}.table"
    if table.exists():
        return open_book(card, table)
    place, path = positions(rules(card)), DATA / f"{card.key}.npz"
    recipe = score_recipe(place)
    return Book(place, _remembered(read_compact(path, place.rules.digest, recipe.tidy)), exact=False, source=str(path))


@lru_cache(maxsize=1)
def shipped_master() -> MasterBook:
    """The compact book of solo Master."""
    place, path = master_positions(), DATA / f"{Master.key}.npz"
    compact = read_compact(path, place.digest, master_recipe(place).tidy)
    return MasterBook(place, _remembered(compact), exact=False, source=str(path))


@lru_cache(maxsize=1)
def shipped_duel(card: Card) -> DuelBook:
    """The compact book of a scorecard game for two."""
    duel, path = duel_of(card), DATA / f"{card.key}-{OBJECTIVE}.npz"
    compact = read_compact(path, duel.rules.digest, duel_recipe(duel).tidy)
    return DuelBook(duel, _remembered(compact), exact=False, source=str(path))


def _remembered(compact: Compact) -> Callable[[int], Floats]:
    """The rows of a compact table; those that were worked out lately are remembered."""
    return lru_cache(maxsize=ROWS)(compact.row)
