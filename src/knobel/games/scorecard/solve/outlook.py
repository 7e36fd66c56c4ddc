"""Outlooks: distributions of the points still to come on a sheet that is played for points.

Positions are solved and their distributions mixed in one pass, fewest open boxes first, by where a turn that is played
for points ends. A sheet is computed on demand, with all that can follow it.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.games.scorecard.rules import Card
from knobel.games.scorecard.solve.positions import Positions, positions
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.solve.kernel.endings import endings_of
from knobel_lab.games.scorecard.distribution import most_points
from knobel_lab.games.scorecard.writings import Writings

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LANES = 512
"""How many positions are processed at once: some tens of megabytes."""


@dataclass(frozen=True, eq=False)
class Outlook:
    """The distributions of all positions that can follow one; those of a row and an upper situation are contiguous."""

    place: Positions
    slots: Ints
    """The index of the chances of each position; -1 where they were not kept."""
    means: Floats
    """The expected points: positions x chips."""
    squares: Floats
    """The expected squared points: positions x chips."""
    chances: Floats
    """The chance of each number of points: positions x chips x points."""

    @property
    def deviations(self) -> Floats:
        """The standard deviation of the points."""
        return np.asarray(np.sqrt(np.maximum(self.squares - self.means**2, 0.0)))

    def of(self, open_boxes: Collection[int], upper: int, chips: int) -> Floats:
        """The chance of 0, 1, 2, ... points still to come with these boxes open, this upper sum and these chips."""
        return np.array(self.at(*self.place.find(open_boxes, upper, chips)))

    def at(self, row: int, chips: int, state: int) -> list[float]:
        """The chance of 0, 1, 2, ... points still to come in a position."""
        found: list[float] = self.chances[self.slots[row * self.place.shape[2] + state], chips].tolist()
        return found


def outlook(card: Card, open_boxes: Collection[int], upper: int = 0, chips: int = 0) -> Outlook:
    """The outlook of all positions that can follow one."""
    return Walk(positions(rules(card), open_boxes, upper, chips)).walked()


def deviations(card: Card) -> Floats:
    """The standard deviation of the points still to come in every position of a card: rows x chips x situations."""
    place = positions(rules(card))
    found = Walk(place, shapes=0).walked().deviations
    return np.ascontiguousarray(found.reshape(place.shape[0], place.shape[2], -1).transpose(0, 2, 1))


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
    found = []
    for at in range(len(upper.boxes)):
        gains = upper.gain[at][:, states]
        open_ = np.isfinite(gains[0])
        # A box may have fewer worths than another: missing ones gain nothing.
        points = np.where(np.isfinite(gains), gains, 0).astype(np.int64)
        after = rows * place.shape[2] + upper.after[at][:, states].astype(np.int64)
        found.append(Box(upper.kind[:, at].astype(np.int64), points, after, open_))
    for at, box in enumerate(place.lower):
        worths, kinds = np.unique(place.rules.worths[:, box], return_inverse=True)
        bit = np.uint64(1 << at)
        open_ = (subsets & bit) > 0
        after = place.rows[subsets & ~bit].astype(np.int64) * place.shape[2] + states
        gains = np.tile(worths[:, None], (1, len(lanes)))
        found.append(Box(kinds.reshape(-1), gains, np.tile(after, (len(worths), 1)), open_))
    return found


class Walk:
    """Computes outlooks; distributions are kept for positions with up to `shapes` open boxes, for all by default."""

    def __init__(self, place: Positions, shapes: int | None = None, dtype: Any = np.float64) -> None:
        self.place = place
        rows, chips, states = place.shape
        levels = np.repeat(np.arange(len(place.upper.levels) - 1), np.diff(place.upper.levels).astype(np.int64))
        self.open = (np.bitwise_count(place.subsets).astype(np.int64)[:, None] + levels).ravel()
        """How many boxes are open in each position."""
        self.shapes = int(self.open.max()) if shapes is None else shapes
        kept = self.open <= self.shapes
        self.slots = np.where(kept, np.cumsum(kept) - 1, -1)
        """The index of the distribution of each position."""
        self.means, self.squares = (np.zeros((rows * states, chips)) for _ in range(2))
        self.chances: Floats = np.zeros((int(kept.sum()), chips, most_points(place, self.shapes) + 1), dtype)

    def walked(self, most: int | None = None) -> Outlook:
        """The outlook of all positions, or of those with at most `most` open boxes."""
        return self._walked(most, self._look)

    def walked_fast(self, most: int | None = None) -> Outlook:
        """The outlook by compiled code: faster for many positions; for a single sheet, compiling takes longer."""
        from knobel_lab.games.scorecard.outlook_compiled import look_at_layer

        writings = Writings(self.place)
        known = self.means, self.squares, self.chances, self.slots
        return self._walked(most, lambda layer: look_at_layer(layer, writings, known))

    def _walked(self, most: int | None, look: Callable[[Ints], None]) -> Outlook:
        self.chances[self.slots[self.open == 0], :, 0] = 1.0
        for count in range(1, int(self.open.max() if most is None else most) + 1):
            look(np.flatnonzero(self.open == count))
        return Outlook(self.place, self.slots, self.means, self.squares, self.chances)

    def _look(self, layer: Ints) -> None:
        """Process positions with equally many open boxes."""
        for first in range(0, len(layer), LANES):
            self._turns(layer[first : first + LANES])

    def _turns(self, lanes: Ints) -> None:
        """Process these positions, with each number of chips."""
        boxes = boxes_of(self.place, lanes)
        before: tuple[Floats, Ints] | None = None
        for chips in range(self.place.shape[1]):
            entry, written = self._entries(boxes, chips, len(lanes))
            rules = self.place.rules
            ends = endings_of(rules.lattice, entry, rules.throws, None if before is None else before[0])
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
            mean, square = self.means[box.after, chips], self.squares[box.after, chips]
            self.squares[lanes, to] += (share * (box.gains * (box.gains + 2 * mean) + square)).sum(axis=0)
            if self.open[lanes[0]] > self.shapes:
                continue
            for kind in np.flatnonzero(share.any(axis=1)).tolist():
                some = np.flatnonzero(share[kind])
                after = self.chances[self.slots[box.after[kind, some]], chips] * share[kind, some, None]
                for gain in np.unique(box.gains[kind, some]).tolist():
                    which = box.gains[kind, some] == gain
                    width = self.chances.shape[2] - gain
                    self.chances[self.slots[lanes[some[which]]], to, gain:] += after[which, :width]
