"""Filling rows of a scorecard's table: all positions of a subset of lower boxes, from those of smaller subsets."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.games.scorecard.solve.positions import Positions
from knobel.solve.kernel import reference
from knobel.solve.kernel.jit import COMPILED

Fill = Callable[[Positions, NDArray[Any], NDArray[Any], int], None]

FEW = 2000
"""Up to so many positions the plain kernel takes about a second."""


def entries(
    positions: Positions, values: NDArray[Any], own: NDArray[Any], subset: int, chips: int, lanes: NDArray[np.int64]
) -> NDArray[np.float64]:
    """The worth of the best box for each roll, in the upper situations `lanes`: rolls x lanes.

    `values` are the rows of all smaller subsets, `own` (chips x situations) is what is known of this one's row.
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
    """The way to fill a table of so many positions: compiled if possible, plain if that is done before compiling."""
    if count <= FEW or not COMPILED:
        return fill_plain
    from knobel.games.scorecard.solve.fill_compiled import fill_fast

    return fill_fast
