"""Solving a card for points: the plan of its table, how it is verified, and how it is compressed."""

from functools import partial
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadTable
from knobel.games.scorecard.rules import Card
from knobel.games.scorecard.solve.book import entries, fill_plain
from knobel.games.scorecard.solve.positions import Positions, positions
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.games.scorecard.solve.shipped import tidy_points
from knobel.solve.compact.values import Ints, Recipe
from knobel.solve.kernel import numpy_kernel
from knobel.solve.tables import Identity
from knobel_lab.solving.run import Plan, starts

OBJECTIVE = "score"
PLAIN_POSITIONS = 2000
"""For up to this many positions the reference kernel takes about a second."""
EXACT = 1 << 24
"""Tables up to this size are stored in double precision."""


def fill(place: Positions, values: NDArray[Any], out: NDArray[Any], first: int) -> None:
    """Fill `out` with the rows from `first` on, from the smaller rows in `values`; compiled unless plain is faster."""
    if place.count <= PLAIN_POSITIONS:
        fill_plain(place, values, out, first)
        return
    from knobel_lab.games.scorecard.fill_compiled import fill_fast

    fill_fast(place, values, out, first)


def identity(place: Positions) -> Identity:
    """The identity of the table of all these positions."""
    card = place.rules.card
    dtype = "<f8" if place.count <= EXACT else "<f4"
    chunks = starts(place.layers, int(np.prod(place.shape[1:])))
    return Identity(card.key, OBJECTIVE, place.rules.digest, place.shape, dtype, chunks)


def verify(place: Positions, values: NDArray[Any], samples: int = 24, seed: int = 0) -> None:
    """Recompute sampled positions with the reference kernel; raise an error if one differs."""
    random = Random(seed)
    count = place.shape[2]
    tolerance = 1e-9 if values.dtype == np.float64 else 2e-6
    for _ in range(samples):
        row = random.randrange(place.shape[0])
        lanes = np.array(sorted(random.sample(range(count), min(count, 8))))
        best = [
            entries(place, values, values[row], int(place.subsets[row]), chips, lanes)
            for chips in range(place.chips + 1)
        ]
        again = numpy_kernel.turn(place.rules.lattice, best, place.rules.throws)
        if not np.allclose(values[row][:, lanes], again, rtol=tolerance, atol=tolerance):
            raise BadTable(f"row {row} of the table does not agree with the plain kernel")


def plan(card: Card) -> Plan:
    """The plan that solves a card for the expected score."""
    place = positions(rules(card))
    start = place.find(range(len(card.boxes)), 0, card.chips)
    sizes = np.full(place.shape[0], int(np.prod(place.shape[1:])))
    work = partial(fill, place), partial(verify, place)
    return Plan(identity(place), place.layers, sizes, *work, lambda values: float(values[start]))


def recipe(place: Positions) -> Recipe:
    """How the table is compressed: one block, subsets of lower boxes x (chips x upper situations)."""

    def layers() -> tuple[Ints, ...]:
        """The layer of each place: its number of open boxes, as each number occurs equally often in a game."""
        lower = np.bitwise_count(place.subsets).astype(np.int64)
        upper = np.array([mask.bit_count() for mask, _ in place.upper.states])
        return lower, np.tile(upper, place.chips + 1)

    return Recipe(identity(place), ((place.shape[0],),), 16, tidy_points(place), layers)
