"""The table of solo Master: how it is filled, verified and compressed."""

from functools import partial
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadTable
from knobel.games.master.rules.board import LAST_COIN
from knobel.games.master.rules.game import Master
from knobel.games.master.solve.book import tidy_of
from knobel.games.master.solve.positions import COINS, Positions
from knobel.games.master.solve.rule_tables import Ints
from knobel.games.master.solve.turns import FAR, best, fill_plain, idle, turns
from knobel.solve.compact.values import Recipe
from knobel.solve.tables import Identity
from knobel_lab.solving.run import Plan, starts

PLAIN_POSITIONS = 500
"""For up to this many positions the reference kernel takes about a second."""
OBJECTIVE = "turns"
TOLERANCE = 2e-6
"""The tolerance against the reference kernel: values are stored in single precision."""


def fill(place: Positions, values: NDArray[Any], out: NDArray[Any], first: int) -> None:
    """Fill `out` with the rows from `first` on: compiled, or plain where so few positions are sooner done."""
    if place.count <= PLAIN_POSITIONS:
        fill_plain(place, values, out, first)
        return
    from knobel_lab.games.master.fill_compiled import fill_fast

    fill_fast(place, values, out, first)


def identity(place: Positions) -> Identity:
    """The identity of the table of all these positions."""
    chunks = starts(place.layers, int(np.prod(place.shape[1:])))
    return Identity(Master.key, OBJECTIVE, place.digest, place.shape, "<f4", chunks)


def verify(place: Positions, values: NDArray[Any], samples: int = 400, seed: int = 0) -> None:
    """Recompute sampled positions with the reference kernel; raise an error if one differs."""
    random = Random(seed)
    rows = np.array([random.randrange(place.shape[0]) for _ in range(samples)])
    cells = [random.choice(np.argwhere(place.todo[finished])) for finished in place.finished[rows]]
    diagonals, subsets = np.array(cells).T
    own = values[rows].astype(np.float64)
    for at in np.flatnonzero(COINS[diagonals, subsets] == LAST_COIN):
        # Coins in the closed coin row lead back here: the search, not the table, values that.
        own[at, diagonals[at] + 1 :, subsets[at]] = FAR
    least = best(place, values, own, (rows, np.arange(samples), diagonals, subsets))
    again = turns(place, least, idle(place, diagonals, subsets), 1 + least.min(axis=0))
    wrong = ~np.isclose(values[rows, diagonals, subsets], again, rtol=TOLERANCE, atol=TOLERANCE)
    if wrong.any():
        raise BadTable(f"row {rows[wrong][0]} of the table does not agree with the plain kernel")


def table_plan(place: Positions) -> Plan:
    """The plan by which these positions are solved; the value is that of the position from which all others follow."""
    work = partial(fill, place), partial(verify, place)
    return Plan(identity(place), place.layers, place.counts, *work, lambda values: float(values[place.start]))


def recipe(place: Positions) -> Recipe:
    """How the table is compressed: one block, configurations of rows x (diagonals x subsets)."""

    def layers() -> tuple[Ints, ...]:
        """Configurations with the same number of fields are a layer."""
        sums = np.repeat(np.arange(len(place.layers) - 1), np.diff(place.layers))
        return sums, np.zeros(int(np.prod(place.shape[1:])), np.int64)

    return Recipe(identity(place), ((place.shape[0],),), 24, tidy_of(place), layers)
