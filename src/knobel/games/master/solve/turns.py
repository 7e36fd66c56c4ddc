"""The table of solo Master: the fewest expected turns to fifteen stars, from every position."""

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.games.master.rules.game import Master
from knobel.games.master.solve.fill import FAR, best, fill, idle, turns
from knobel.games.master.solve.positions import COINS, Positions
from knobel.games.master.solve.rule_tables import LAST_COIN
from knobel.solve.run import Plan, starts
from knobel.solve.tables import BadTable, Identity

OBJECTIVE = "turns"
TOLERANCE = 2e-6
"""How far values may be from those of the plain kernel: they are kept in single precision."""


def identity(place: Positions) -> Identity:
    """The identity of the table of all these positions."""
    chunks = starts(place.layers, int(np.prod(place.shape[1:])))
    return Identity(Master.key, OBJECTIVE, place.digest, place.shape, "<f4", chunks)


def verify(place: Positions, values: NDArray[Any], samples: int = 400, seed: int = 0) -> None:
    """Work out sampled positions again with the plain kernel; raise an error if one differs."""
    random = Random(seed)
    rows = np.array([random.randrange(place.shape[0]) for _ in range(samples)])
    cells = [random.choice(np.argwhere(place.todo[finished])) for finished in place.finished[rows]]
    diagonals, subsets = np.array(cells).T
    own = values[rows].astype(np.float64)
    for at in np.flatnonzero(COINS[diagonals, subsets] == LAST_COIN):
        # Coins of the closed row lead back here: that is for the search, not for the table, to value.
        own[at, diagonals[at] + 1 :, subsets[at]] = FAR
    least = best(place, values, own, (rows, np.arange(samples), diagonals, subsets))
    again = turns(place, least, idle(place, diagonals, subsets), 1 + least.min(axis=0))
    wrong = ~np.isclose(values[rows, diagonals, subsets], again, rtol=TOLERANCE, atol=TOLERANCE)
    if wrong.any():
        raise BadTable(f"row {rows[wrong][0]} of the table does not agree with the plain kernel")


def plan(place: Positions) -> Plan:
    """How these positions are solved; the value is that of the one all others follow."""
    compute = fill(place.count)

    def fill_rows(values: NDArray[Any], out: NDArray[Any], first: int) -> None:
        compute(place, values, out, first)

    def value(values: NDArray[Any]) -> float:
        return float(values[place.start])

    sizes = np.array(place.counts, np.int64)
    return Plan(identity(place), place.layers, sizes, fill_rows, lambda values: verify(place, values), value)
