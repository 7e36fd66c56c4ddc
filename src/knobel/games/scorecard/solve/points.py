"""The table of expected points still to come on a sheet, in every position, with perfect play."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

from knobel.core.errors import BadTable
from knobel.games.scorecard.rules import Card
from knobel.games.scorecard.solve.positions import Positions, positions
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.solve.arrays import NDArray, np
from knobel.solve.kernel import reference
from knobel.solve.tables import Identity
from knobel_lab.solving.kernel.jit import COMPILED
from knobel_lab.solving.run import Plan, starts

Fill = Callable[[Positions, NDArray[Any], NDArray[Any], int], None]

FEW = 2000
"""For up to this many positions the reference kernel takes about a second."""


def entries(
    positions: Positions, values: NDArray[Any], own: NDArray[Any], subset: int, chips: int, lanes: NDArray[np.int64]
) -> NDArray[np.float64]:
    """The worth of the best box for each roll, in the upper situations `lanes`: rolls x lanes.

    `values` are the rows of all smaller subsets, `own` (chips x situations) is the part of this row solved so far.
    """
    rules, upper = positions.rules, positions.upper
    best = np.zeros((len(rules.lattice.falls), len(lanes)))
    for at, box in enumerate(positions.lower):
        if subset >> at & 1:
            after = values[positions.rows[subset ^ 1 << at], chips, lanes]
            best = np.maximum(best, rules.worths[:, box, None] + after)
    for at in range(len(upper.boxes)):
        writings = upper.gain[at][:, lanes] + own[chips, upper.after[at][:, lanes]].astype(np.float64)
        best = np.maximum(best, writings[upper.kind[:, at]])
    return best


def fill_plain(positions: Positions, values: NDArray[Any], out: NDArray[Any], first: int) -> None:
    """Fill `out` with the rows from `first` on, from the smaller rows in `values`."""
    rules, upper = positions.rules, positions.upper
    for own, subset in zip(out, positions.subsets[first : first + len(out)].tolist(), strict=True):
        for start, end in pairwise(upper.levels.tolist()):
            lanes = np.arange(start, end)
            if subset == 0 and start == 0:
                own[:, lanes] = 0
                continue
            best = [entries(positions, values, own, subset, chips, lanes) for chips in range(positions.chips + 1)]
            own[:, lanes] = reference.turn(rules.lattice, best, rules.throws)


def fill(count: int) -> Fill:
    """The function that fills a table of `count` positions: compiled if possible, plain if that is faster."""
    if count <= FEW or not COMPILED:
        return fill_plain
    from knobel_lab.games.scorecard.fill_compiled import fill_fast

    return fill_fast


OBJECTIVE = "score"
EXACT = 1 << 24
"""Tables up to this size are stored in double precision."""


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
        again = reference.turn(place.rules.lattice, best, place.rules.throws)
        found = values[row][:, lanes]
        if not np.allclose(found, again, rtol=tolerance, atol=tolerance):
            raise BadTable(f"row {row} of the table does not agree with the plain kernel")


def plan(card: Card) -> Plan:
    """The plan that solves a card for the expected score."""
    place = positions(rules(card))
    start = place.find(range(len(card.boxes)), 0, card.chips)
    sizes = np.full(place.shape[0], int(np.prod(place.shape[1:])))
    work = partial(fill(place.count), place), partial(verify, place)
    return Plan(identity(place), place.layers, sizes, *work, lambda values: float(values[start]))
