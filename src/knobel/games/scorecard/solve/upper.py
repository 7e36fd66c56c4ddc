"""The upper part of a sheet as a solver sees it: which boxes are open, and how much counts for the bonus so far."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from knobel.games.scorecard.solve.rule_tables import Rules


@dataclass(frozen=True, eq=False)
class Upper:
    """Every upper situation reachable from one: pairs of open boxes (a bit each) and sum, fewest open boxes first.

    Sums that cannot differ are merged: the bonus reached is `needed`, the bonus out of reach is 0.
    """

    rules: Rules
    boxes: tuple[int, ...]
    """The upper boxes that are open at first."""
    begin: int = 0
    """The sum at first."""

    @cached_property
    def worths(self) -> tuple[tuple[int, ...], ...]:
        """The different worths each open box may get, 0 first."""
        return tuple(tuple(np.unique([0, *self.rules.worths[:, box]]).tolist()) for box in self.boxes)

    def merge(self, mask: int, total: int) -> int:
        """The sum that stands for this one."""
        if total >= self.rules.needed:
            return self.rules.needed
        most = sum(worths[-1] for at, worths in enumerate(self.worths) if mask >> at & 1)
        return total if total + most >= self.rules.needed else 0

    @cached_property
    def states(self) -> tuple[tuple[int, int], ...]:
        """All situations as (open boxes, merged sum)."""
        full = (1 << len(self.boxes)) - 1
        found = {(full, self.merge(full, self.begin))}
        layer = found
        while layer:
            layer = {
                (mask ^ 1 << at, self.merge(mask ^ 1 << at, total + worth))
                for mask, total in layer
                for at, worths in enumerate(self.worths)
                if mask >> at & 1
                for worth in worths
            }
            found |= layer
        return tuple(sorted(found, key=lambda state: (state[0].bit_count(), state)))

    @cached_property
    def index(self) -> dict[tuple[int, int], int]:
        """The number of each situation."""
        return {state: at for at, state in enumerate(self.states)}

    @cached_property
    def levels(self) -> NDArray[np.uint64]:
        """Where the situations with 0, 1, 2, ... open boxes begin, and the end."""
        counts = [mask.bit_count() for mask, _ in self.states]
        return np.searchsorted(counts, range(len(self.boxes) + 2)).astype(np.uint64)

    @cached_property
    def kinds(self) -> int:
        """The largest number of different worths of a box."""
        return max(map(len, self.worths), default=1)

    @cached_property
    def after(self) -> NDArray[np.uint64]:
        """The situation after writing: boxes x worths x situations; 0 where the box is closed."""
        after = np.zeros((len(self.boxes), self.kinds, len(self.states)), np.uint64)
        for (mask, total), at in self.index.items():
            for box, worths in enumerate(self.worths):
                if mask >> box & 1:
                    rest = mask ^ 1 << box
                    after[box, : len(worths), at] = [self.index[rest, self.merge(rest, total + w)] for w in worths]
        return after

    def _won(self, total: int, worth: int) -> int:
        """The bonus, if this worth wins it."""
        return self.rules.bonus if total < self.rules.needed <= total + worth else 0

    @cached_property
    def gain(self) -> NDArray[np.float32]:
        """The points of that writing, the bonus included when it is won; where the box is closed, minus infinity."""
        gain = np.full(self.after.shape, -np.inf, np.float32)
        for (mask, total), at in self.index.items():
            for box, worths in enumerate(self.worths):
                if mask >> box & 1:
                    won = [total < self.rules.needed <= total + worth for worth in worths]
                    gain[box, : len(worths), at] = [
                        w + self.rules.bonus * win for w, win in zip(worths, won, strict=True)
                    ]
        return gain

    @cached_property
    def kind(self) -> NDArray[np.uint64]:
        """Which of a box's worths each roll has: rolls x boxes."""
        kind = np.zeros((len(self.rules.lattice.falls), len(self.boxes)), np.uint64)
        for at, (box, worths) in enumerate(zip(self.boxes, self.worths, strict=True)):
            kind[:, at] = np.searchsorted(worths, self.rules.worths[:, box])
        return kind
