"""All writings on a sheet, as arrays for compiled code.

A writing is a box and one of its worths; those of all boxes, upper ones first, are numbered consecutively.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from knobel.games.scorecard.solve.positions import Positions

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Writings:
    """The writings of all positions."""

    place: Positions

    @cached_property
    def _lower(self) -> list[tuple[Ints, Ints]]:
        """The distinct worths of each lower box, and the worth of each roll, by number."""
        worths = self.place.rules.worths
        return [np.unique(worths[:, box], return_inverse=True) for box in self.place.lower]

    @cached_property
    def first(self) -> Ints:
        """The first writing of each box, and the number of writings."""
        upper = self.place.upper
        counts = [*[upper.kinds] * len(upper.boxes), *(len(different) for different, _ in self._lower)]
        return np.cumsum([0, *counts])

    @cached_property
    def kinds(self) -> Ints:
        """The worth of each roll in each box, by number."""
        upper = self.place.upper.kind.astype(np.int64)
        return np.column_stack([upper, *(kinds.reshape(-1) for _, kinds in self._lower)])

    @cached_property
    def card(self) -> tuple[Ints, Floats, Ints, Ints, Ints, Ints]:
        """The transitions of writing: first writings; upper gains and situations after; lower worths; subsets, rows.

        A gain or worth of -1 does not occur.
        """
        place, upper = self.place, self.place.upper
        gain = np.where(np.isfinite(upper.gain), upper.gain, -1).transpose(2, 0, 1)
        after = np.ascontiguousarray(upper.after.transpose(2, 0, 1)).astype(np.int64)
        worths = np.full((len(self._lower), max((len(distinct) for distinct, _ in self._lower), default=0)), -1)
        for at, (distinct, _) in enumerate(self._lower):
            worths[at, : len(distinct)] = distinct
        subsets, rows = place.subsets.astype(np.int64), place.rows.astype(np.int64)
        return self.first, np.ascontiguousarray(gain, np.float64), after, worths, subsets, rows
