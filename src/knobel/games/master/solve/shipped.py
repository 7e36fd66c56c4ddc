"""The best values of solo Master there are: of a solved table, or compact ones that are shipped."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.games.master import SPEC
from knobel.games.master.solve.book import MasterBook, open_master
from knobel.games.master.solve.positions import Positions, positions
from knobel.games.master.solve.turns import identity
from knobel.solve.compact.values import Ints, Recipe, read_rows
from knobel.solve.tables import BadTable

FILE = SPEC.data("turns.npz")


def best_master() -> MasterBook:
    """The best book of solo Master."""
    try:
        return open_master()
    except BadTable:
        return shipped_master()


@lru_cache(maxsize=1)
def shipped_master() -> MasterBook:
    """The compact book of solo Master."""
    place = positions()
    return MasterBook(place, read_rows(FILE, place.digest, recipe(place).tidy), exact=False, source=str(FILE))


def recipe(place: Positions) -> Recipe:
    """How the table becomes compact: one block, configurations of rows x (diagonals x subsets)."""

    def tidy(rows: Ints, values: NDArray[Any]) -> None:
        """Nothing is to come at the goal."""
        values *= place.alive[place.finished[rows]]

    def layers() -> tuple[Ints, ...]:
        """Configurations with equally many fields are a layer."""
        sums = np.repeat(np.arange(len(place.layers) - 1), np.diff(place.layers))
        return sums, np.zeros(int(np.prod(place.shape[1:])), np.int64)

    return Recipe(identity(place), ((place.shape[0],),), 24, tidy, layers)
