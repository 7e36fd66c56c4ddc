"""The positions of a scorecard game, and the order in which they are solved.

A position is what decides the points still to come: the open lower boxes, the upper situation, the chips.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup
from knobel.games.scorecard.solve.rule_tables import Ints, Rules
from knobel.games.scorecard.solve.upper import Upper


@dataclass(frozen=True, eq=False)
class Positions:
    """All positions reachable from one, as an array: subsets of lower boxes x chips x upper situations."""

    rules: Rules
    lower: tuple[int, ...]
    """The lower boxes that are open at first."""
    upper: Upper
    chips: int

    @property
    def shape(self) -> tuple[int, int, int]:
        """Rows (subsets of lower boxes), numbers of chips, upper situations."""
        return 1 << len(self.lower), self.chips + 1, len(self.upper.states)

    @property
    def count(self) -> int:
        """How many positions there are."""
        return int(np.prod(self.shape))

    @cached_property
    def subsets(self) -> NDArray[np.uint64]:
        """The subset of each row, a bit for each lower box; fewest open boxes first, so rows only read earlier ones."""
        masks = range(1 << len(self.lower))
        return np.array(sorted(masks, key=lambda mask: (mask.bit_count(), mask)), np.uint64)

    @cached_property
    def rows(self) -> NDArray[np.uint64]:
        """The row of each subset."""
        rows = np.empty(len(self.subsets), np.uint64)
        rows[self.subsets] = np.arange(len(self.subsets), dtype=np.uint64)
        return rows

    @cached_property
    def layers(self) -> tuple[int, ...]:
        """Where the rows with 0, 1, 2, ... open lower boxes begin, and the end; rows of a layer are independent."""
        counts = [int(mask).bit_count() for mask in self.subsets]
        return tuple(np.searchsorted(counts, range(len(self.lower) + 2)).tolist())

    @cached_property
    def patterns(self) -> tuple[Ints, Ints]:
        """The different worths of rolls in the lower boxes (patterns x boxes), and the pattern of each roll."""
        patterns, which = np.unique(self.rules.worths[:, list(self.lower)], axis=0, return_inverse=True)
        return patterns, which.reshape(-1)

    def find(self, open_boxes: Collection[int], upper: int, chips: int) -> tuple[int, int, int]:
        """Where the position with these open boxes, upper sum and chips stands."""
        subset = sum(1 << at for at, box in enumerate(self.lower) if box in open_boxes)
        mask = sum(1 << at for at, box in enumerate(self.upper.boxes) if box in open_boxes)
        state = mask, self.upper.merge(mask, upper)
        if not set(open_boxes) <= {*self.lower, *self.upper.boxes} or state not in self.upper.index:
            raise BadSetup(f"no game of {self.rules.card.key} comes to an upper sum of {upper} with these boxes open")
        if not 0 <= chips <= self.chips:
            raise BadSetup(f"there are 0 to {self.chips} chips, not {chips}")
        return int(self.rows[subset]), chips, self.upper.index[state]


def positions(
    rules: Rules, open_boxes: Collection[int] | None = None, upper: int = 0, chips: int | None = None
) -> Positions:
    """All positions that can follow one; of the blank sheet unless said."""
    boxes = range(len(rules.card.boxes)) if open_boxes is None else sorted(set(open_boxes))
    above = tuple(box for box in boxes if box < rules.upper)
    below = tuple(box for box in boxes if box >= rules.upper)
    return Positions(rules, below, Upper(rules, above, upper), rules.card.chips if chips is None else chips)
