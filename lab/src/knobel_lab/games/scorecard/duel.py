"""Solving a scorecard game for two: the rows of its table, the plan that fills them, and how they are compressed.

Leads are lanes. The rival, having moved, sees the negated lead, so rows are reversed after they are filled.
"""

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache, partial
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadTable
from knobel.games.scorecard.solve.duel import OBJECTIVE, Duel
from knobel.games.scorecard.solve.shipped import tidy_chances
from knobel.solve.compact.values import Recipe
from knobel.solve.kernel import numpy_kernel
from knobel.solve.tables import Identity
from knobel_lab.solving.run import Plan, starts

Ints = NDArray[np.int64]

PAD = 16
"""Padding beyond the largest lead, for the points of a roll."""
TOLERANCE = 2e-6
CHUNK = 1 << 20
"""Rows are filled quickly; with smaller chunks most of the time would be spent on the disk."""


def width(duel: Duel) -> int:
    """The length of a row: its leads, and the padding."""
    return 2 * duel.reach + PAD


@lru_cache(maxsize=4)
def subsets(duel: Duel) -> tuple[Ints, ...]:
    """The subsets of 0, 1, 2, … boxes, as bits."""
    return tuple(np.array(order, np.int64) for order in duel.orders)


@lru_cache(maxsize=4)
def ranks(duel: Duel) -> Ints:
    """The number of each subset among those of its size."""
    return np.array(duel.rank_of, np.int64)


def sheets(duel: Duel, row: int) -> tuple[int, int]:
    """The open boxes of the one who moves and of the one who waits in this row."""
    layer = bisect_right(duel.layers, row) - 1
    waiting = duel.orders[layer // 2]
    mine, theirs = divmod(row - duel.layers[layer], len(waiting))
    return duel.orders[(layer + 1) // 2][mine], waiting[theirs]


def following(duel: Duel, row: int) -> Iterator[tuple[int, int]]:
    """Each box that may be written in this row, and the row it leads to."""
    moving, waiting = sheets(duel, row)
    for box in range(duel.boxes):
        if moving >> box & 1:
            yield box, duel.row(waiting, moving ^ 1 << box)


def last_row(duel: Duel) -> NDArray[np.float64]:
    """The only row of the first layer: both sheets are full, and the lead decides."""
    lead = np.arange(width(duel)) - duel.reach
    return np.asarray(np.sign(lead) / 2 + 0.5)


def turned(duel: Duel, worth: NDArray[Any]) -> NDArray[np.float64]:
    """A row as the waiting player sees it, from the worth of each lead to the mover."""
    row = np.ones(width(duel))
    row[0] = 0
    row[1 : 2 * duel.reach] = 1 - worth[:0:-1]
    return row


def fill_plain(duel: Duel, values: NDArray[Any], out: NDArray[Any], first: int) -> None:
    """Fill `out` with the rows from `first` on, from the rows of earlier layers in `values`."""
    for at in range(len(out)):
        if first + at == 0:
            out[at] = last_row(duel)
            continue
        best = np.zeros((len(duel.rules.lattice.falls), 2 * duel.reach))
        for box, after in following(duel, first + at):
            row = values[after].astype(np.float64)
            for roll, worth in enumerate(duel.rules.worths[:, box]):
                best[roll] = np.maximum(best[roll], row[worth : worth + 2 * duel.reach])
        out[at] = turned(duel, numpy_kernel.turn(duel.rules.lattice, [best], duel.rules.throws)[0])


def verify(duel: Duel, values: NDArray[Any], samples: int = 24, seed: int = 0) -> None:
    """Recompute sampled rows with the reference kernel; raise an error if one differs."""
    random = Random(seed)
    for _ in range(samples):
        row = random.randrange(duel.layers[-1])
        again = np.zeros((1, width(duel)))
        fill_plain(duel, values, again, row)
        if not np.allclose(values[row], again[0], rtol=TOLERANCE, atol=TOLERANCE):
            raise BadTable(f"row {row} of the table does not agree with the plain kernel")


def identity(duel: Duel) -> Identity:
    """The identity of the table of all rows."""
    size, chunks = width(duel), starts(duel.layers, width(duel), CHUNK)
    return Identity(duel.rules.card.key, OBJECTIVE, duel.rules.digest, (duel.layers[-1], size), "<f4", chunks)


def plan(duel: Duel) -> Plan:
    """The plan by which this game is solved for two."""
    from knobel_lab.games.scorecard.duel_compiled import fill_fast

    full = (1 << duel.boxes) - 1

    def value(values: NDArray[Any]) -> float:
        # Rows are seen by the one who waits, and the first player is the one who moves.
        return 1 - float(values[duel.row(full, full), duel.reach])

    sizes = np.full(duel.layers[-1], 2 * duel.most + 1)
    return Plan(identity(duel), duel.layers, sizes, partial(fill_fast, duel), partial(verify, duel), value)


def recipe(duel: Duel) -> Recipe:
    """How the table is compressed: a block for each layer, sheets that move x sheets that wait x leads."""
    sizes = [len(order) for order in duel.orders]
    shapes = tuple((sizes[(count + 1) // 2], sizes[count // 2]) for count in range(2 * duel.boxes + 1))
    return Recipe(identity(duel), shapes, 16, tidy_chances)
