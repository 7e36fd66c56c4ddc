"""Outlooks: distributions of the points still to come on a sheet that is played for points.

Positions are solved and their distributions mixed in one pass, fewest open boxes first, by where a turn that is played
for points ends. A sheet is computed on demand, with all that can follow it.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knobel.games.scorecard.rules import Card
from knobel.games.scorecard.solve.positions import Positions, positions
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.solve.kernel.numpy_kernel import endings

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LANES = 512
"""How many positions are processed at once: some tens of megabytes."""


@dataclass(frozen=True, eq=False)
class Box:
    """The possible worths of a box, and their transitions in some positions."""

    kinds: Ints
    """The worth of each roll, by number."""
    gains: Ints
    """The points of each worth, including the bonus if it is won: worths x lanes."""
    after: Ints
    """The position after it: worths x lanes."""
    open: NDArray[np.bool_]
    """The lanes in which it is open."""


def boxes_of(place: Positions, lanes: Ints) -> list[Box]:
    """What may be written in these positions, box by box."""
    upper = place.upper
    rows, states = np.divmod(lanes, place.shape[2])
    subsets = place.subsets[rows]
    boxes = []
    for at in range(len(upper.boxes)):
        gains = upper.gain[at][:, states]
        open_ = np.isfinite(gains[0])
        # A box may have fewer worths than another: missing ones gain nothing.
        points = np.where(np.isfinite(gains), gains, 0).astype(np.int64)
        after = rows * place.shape[2] + upper.after[at][:, states].astype(np.int64)
        boxes.append(Box(upper.kind[:, at].astype(np.int64), points, after, open_))
    for at, box in enumerate(place.lower):
        worths, kinds = np.unique(place.rules.worths[:, box], return_inverse=True)
        bit = np.uint64(1 << at)
        open_ = (subsets & bit) > 0
        after = place.rows[subsets & ~bit].astype(np.int64) * place.shape[2] + states
        gains = np.tile(worths[:, None], (1, len(lanes)))
        boxes.append(Box(kinds.reshape(-1), gains, np.tile(after, (len(worths), 1)), open_))
    return boxes


@dataclass(frozen=True, eq=False)
class Outlook:
    """The distributions of all positions that can follow one; those of a row and an upper situation are contiguous."""

    place: Positions
    means: Floats
    """The expected points: positions x chips."""
    chances: Floats
    """The chance of each number of points: positions x chips x points."""

    def of(self, open_boxes: Collection[int], upper: int, chips: int) -> Floats:
        """The chance of 0, 1, 2, ... points still to come with these boxes open, this upper sum and these chips."""
        return np.array(self.at(*self.place.find(open_boxes, upper, chips)))

    def at(self, row: int, chips: int, state: int) -> list[float]:
        """The chance of 0, 1, 2, ... points still to come in a position."""
        chances: list[float] = self.chances[row * self.place.shape[2] + state, chips].tolist()
        return chances

    def solve(self) -> None:
        """Compute all positions."""
        full, *others = layers(self.place)
        self.chances[full, :, 0] = 1.0
        for layer in others:
            for first in range(0, len(layer), LANES):
                self._turns(layer[first : first + LANES])

    def _turns(self, lanes: Ints) -> None:
        """Process these positions, with each number of chips."""
        boxes = boxes_of(self.place, lanes)
        before: tuple[Floats, Ints] | None = None
        for chips in range(self.place.shape[1]):
            entry, written = self._entries(boxes, chips, len(lanes))
            rules = self.place.rules
            ends = endings(rules.lattice, entry, rules.throws, None if before is None else before[0])
            self._mix(lanes, chips, boxes, written, chips, ends.last)
            self.means[lanes, chips] = (ends.last * entry).sum(axis=0)
            if before is not None and ends.bought is not None:
                self._mix(lanes, chips, boxes, before[1], chips - 1, ends.bought)
                self.means[lanes, chips] += (ends.bought * before[0]).sum(axis=0)
            before = entry, written

    def _entries(self, boxes: list[Box], chips: int, lanes: int) -> tuple[Floats, Ints]:
        """The worth of writing each roll into the best box, and that box: rolls x lanes each."""
        rolls = len(self.place.rules.lattice.falls)
        best, written = np.full((rolls, lanes), -np.inf), np.zeros((rolls, lanes), np.int64)
        for at, box in enumerate(boxes):
            worth = np.where(box.open, box.gains + self.means[box.after, chips], -np.inf)[box.kinds]
            better = worth > best
            best[better], written[better] = worth[better], at
        return best, written

    def _mix(self, lanes: Ints, to: int, boxes: list[Box], written: Ints, chips: int, ends: Floats) -> None:
        """Add the distributions after each way to write, weighted by the chance that a turn ends with it."""
        for at, box in enumerate(boxes):
            mass = np.where(written == at, ends, 0.0)
            share = np.zeros(box.gains.shape)
            np.add.at(share, box.kinds, mass)
            for kind in np.flatnonzero(share.any(axis=1)).tolist():
                moved = np.flatnonzero(share[kind])
                after = self.chances[box.after[kind, moved], chips] * share[kind, moved, None]
                for gain in np.unique(box.gains[kind, moved]).tolist():
                    which = box.gains[kind, moved] == gain
                    width = self.chances.shape[2] - gain
                    self.chances[lanes[moved[which]], to, gain:] += after[which, :width]


def layers(place: Positions) -> Iterator[Ints]:
    """The numbers of the positions with 0, 1, 2, ... open boxes."""
    for layer in place.by_open_boxes():
        rows = ((place.row_of[subset] * place.shape[2], level) for subset, level in layer)
        yield np.concatenate([first + place.upper.situations(level) for first, level in rows])


def outlook(card: Card, open_boxes: Collection[int], upper: int = 0, chips: int = 0) -> Outlook:
    """The outlook of all positions that can follow one."""
    place = positions(rules(card), open_boxes, upper, chips)
    rows, counts, states = place.shape
    size = rows * states, counts
    distributions = Outlook(place, np.zeros(size), np.zeros((*size, place.most_points() + 1)))
    distributions.solve()
    return distributions
