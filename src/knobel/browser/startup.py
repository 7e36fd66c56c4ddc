"""Loads everything that the first request needs, so that a browser can store a memory snapshot."""

import importlib
import pkgutil
import random
from contextlib import suppress
from secrets import token_urlsafe
from zipfile import ZipFile

import knobel
from knobel.library import games
from knobel.tables import open as opening
from knobel.tables import seats as sitting
from knobel.tables.open import NewSeat, NewTable
from knobel.tables.seats import seats_of
from knobel.tables.setup import RANDOM
from knobel.tables.table import Table
from knobel.tables.view import summary, view_json


def prepare() -> None:
    """Import every module, and show a table of each game once."""
    for module in pkgutil.walk_packages(knobel.__path__, "knobel."):
        # Some modules need packages that a browser does not have.
        with suppress(ImportError):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    for game in games():
        _look(game.key, game.seats[0])


def wake(archive: str, folder: str) -> None:
    """Resume from a memory snapshot: reseed the random generator, and extract the data files that modules read.

    The modules themselves are in the snapshot.
    """
    random.seed()
    with ZipFile(archive) as packed:
        packed.extractall(folder, [name for name in packed.namelist() if not name.endswith(".py")])


def _look(game: str, seats: int) -> None:
    key = token_urlsafe(32)
    wish = NewTable(game, tuple(NewSeat("here", str(seat)) for seat in range(seats)), dice=RANDOM)
    opened = opening.new(wish, key, None, 0)
    table = Table(opened.setup, tuple(opened.seat_keys)).read(opened.entries)
    sitting.join(table, key, "", None, None, None, 0)
    online = [{"online": True, "offline_since": None}] * seats
    view_json(table, key, online)
    summary(table, seats_of(table, key), 0)
