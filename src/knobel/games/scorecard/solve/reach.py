"""The best chance to reach at least a given number of points, when playing only for that.

Perfect play for points takes no risk for a record and none to save a lead. Here only the goal counts: a position has a
chance for each number of points still needed, and a turn is solved for all of them at once.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup, noted
from knobel.games.scorecard.rules import Card
from knobel.games.scorecard.solve.book import MOST, TooMany, check_position
from knobel.games.scorecard.solve.positions import Positions, positions
from knobel.games.scorecard.solve.rule_tables import Rules, rules
from knobel.solve.kernel import reference
from knobel.solve.kernel.lattice import Lattice
from knobel.solve.scores import blank_reach

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ROOM = 1 << 21
"""How many chances times holdings are processed at once: some tens of megabytes."""

Turn = Callable[[Lattice, Floats, int], Floats]
"""Solves turns of so many throws: from the chances after each roll, chips x rolls x lanes, to chips x lanes."""


def numpy_turn(lattice: Lattice, chances: Floats, throws: int) -> Floats:
    """The chance of each lane before the first throw."""
    return reference.turn(lattice, list(chances), throws)


@dataclass(eq=False)
class Reach:
    """The best chance of at least 0, 1, 2, ... `need` more points, in every position that can follow one."""

    place: Positions
    need: int
    """The largest number of points that can be asked for."""
    _chances: dict[tuple[int, int], Floats] = field(default_factory=dict)
    """By open lower boxes and number of open upper ones: chips x upper situations x needs."""

    @property
    def work(self) -> int:
        """The amount of work: positions times needs times holdings."""
        return self.place.count * (self.need + 1) * self.place.rules.lattice.size

    def solve(self, turn: Turn = numpy_turn) -> None:
        """Solve all positions."""
        batch = _Batch(turn, self.place.rules)
        for layer in self.place.by_open_boxes():
            for subset, level in layer:
                states = self.place.upper.situations(level)
                out = np.zeros((self.place.chips + 1, len(states), self.need + 1))
                # More than the most points of all boxes is out of reach.
                needs = np.arange(min(self.need, self._most(subset, level)) + 1)
                size = max(1, batch.lanes // len(needs))
                for first in range(0, len(states) if subset or level else 0, size):
                    best = self._entries(subset, level, states[first : first + size], needs)
                    batch.add(best, out[:, first : first + size, : len(needs)])
                self._chances[subset, level] = out
            batch.work()
            for pair in layer:
                # Needing nothing is certain, and rounding must not exceed 1.
                self._chances[pair][..., 0] = 1.0
                np.minimum(self._chances[pair], 1.0, out=self._chances[pair])

    def chance(self, open_boxes: Collection[int], upper: int, need: int, chips: int = 0) -> float:
        """The best chance of `need` more points, with these boxes open, this upper sum and these chips."""
        row, chip, state = self.place.find(open_boxes, upper, chips)
        subset, (mask, _) = int(self.place.subsets[row]), self.place.upper.states[state]
        level = mask.bit_count()
        return float(self._chances[subset, level][chip, state - self._start(level), self._cut(need)])

    def writings(self, open_boxes: Collection[int], upper: int, need: int, chips: int = 0) -> Floats:
        """The best chance after writing each roll into each box of the card: rolls x boxes; closed boxes have -1."""
        row, chip, state = self.place.find(open_boxes, upper, chips)
        subset, (mask, _) = int(self.place.subsets[row]), self.place.upper.states[state]
        found = np.full(self.place.rules.worths.shape, -1.0)
        asked = np.array([self._cut(need)])
        for box, chances in self._writings(subset, mask.bit_count(), chip, np.array([state]), asked):
            found[:, box] = chances[:, 0, 0]
        return found

    def _cut(self, need: int) -> int:
        """A need, clipped to those that were solved."""
        if need > self.need:
            raise BadSetup(f"chances were worked out for up to {self.need} points, not {need}")
        return max(0, need)

    def _start(self, level: int) -> int:
        """The first upper situation with `level` open boxes."""
        return int(self.place.upper.levels[level])

    def _most(self, subset: int, level: int) -> int:
        """The most points of these lower boxes, of `level` upper ones, and of the bonus."""
        worths = self.place.rules.different
        lower = sum(worths[box][-1] for at, box in enumerate(self.place.lower) if subset >> at & 1)
        upper = sorted((worths[box][-1] for box in self.place.upper.boxes), reverse=True)
        return lower + sum(upper[:level]) + self.place.rules.bonus

    def _entries(self, subset: int, level: int, states: Ints, needs: Ints) -> Floats:
        """The chance after writing each roll into the best box: chips x rolls x situations x needs."""
        best = np.zeros((self.place.chips + 1, len(self.place.rules.lattice.falls), len(states), len(needs)))
        for chip, entry in enumerate(best):
            for _, chances in self._writings(subset, level, chip, states, needs):
                np.maximum(entry, chances, out=entry)
        return best

    def _writings(self, subset: int, level: int, chip: int, states: Ints, needs: Ints) -> Iterator[tuple[int, Floats]]:
        """Each box that is open in any of these situations, with the chances after it: rolls x situations x needs."""
        upper, worths = self.place.upper, self.place.rules.worths
        for at, box in enumerate(self.place.lower):
            if subset >> at & 1:
                kinds, which = np.unique(worths[:, box], return_inverse=True)
                gain = np.tile(kinds[:, None], (1, len(states)))
                after = np.tile(states - self._start(level), (len(kinds), 1))
                yield box, _missing(self._chances[subset ^ 1 << at, level][chip], after, gain, needs)[which]
        for at, box in enumerate(upper.boxes):
            gain = upper.gain[at][:, states]
            fits = np.isfinite(gain)
            if fits.any():
                after = np.where(fits, upper.after[at][:, states], self._start(level - 1)).astype(np.int64)
                known = self._chances[subset, level - 1][chip]
                left = _missing(known, after - self._start(level - 1), np.where(fits, gain, 0).astype(np.int64), needs)
                yield box, np.where(fits[:, :, None], left, -1.0)[upper.kind[:, at]]


def _missing(known: Floats, after: Ints, gain: Ints, needs: Ints) -> Floats:
    """The chances (kinds x situations x needs) of what is still needed after a gain, in the situations after it."""
    return np.asarray(known[after[:, :, None], np.maximum(0, needs - gain[:, :, None])])


class _Batch:
    """Turns that are solved together: a kernel call costs as much as hundreds of chances."""

    def __init__(self, turn: Turn, rules: Rules) -> None:
        self._turn, self._rules = turn, rules
        self._waiting: list[tuple[Floats, Floats]] = []
        self.lanes = ROOM // rules.lattice.size
        """How many chances are solved at once."""

    def add(self, best: Floats, out: Floats) -> None:
        """Queue a turn, which fills `out` (chips x situations x needs) from the chance after each roll."""
        self._waiting.append((best.reshape(*best.shape[:2], -1), out))
        if sum(best.shape[2] for best, _ in self._waiting) >= self.lanes:
            self.work()

    def work(self) -> None:
        if not self._waiting:
            return
        best = np.concatenate([best for best, _ in self._waiting], axis=2)
        found = self._turn(self._rules.lattice, best, self._rules.throws)
        start = 0
        for _, out in self._waiting:
            out[:] = found[:, start : start + out[0].size].reshape(out.shape)
            start += out[0].size
        self._waiting.clear()


def reach(
    card: Card,
    open_boxes: Collection[int],
    upper: int,
    need: int,
    chips: int = 0,
    *,
    turn: Turn = numpy_turn,
    most: int = MOST,
) -> Reach:
    """The chances of all positions that can follow one; raises an error if that is more work than `most`."""
    check_position(card, open_boxes, upper, chips)
    place = positions(rules(card), open_boxes, upper, chips)
    found = Reach(place, min(max(0, need), place.most_points() + 1))
    if found.work > most:
        raise noted(
            TooMany(f"{len(open_boxes)} open boxes are too many to work out chances on demand; fewer of them can be"),
            "open_boxes",
            n=len(open_boxes),
        )
    found.solve(turn)
    return found


def reach_of(
    card: Card,
    open_boxes: Collection[str],
    upper: int,
    need: int,
    chips: int = 0,
    solve: Callable[[Card, Collection[int], int, int, int], Reach] = reach,
) -> float:
    """The best chance of at least `need` more points, including a bonus still to be won.

    `open_boxes` are the keys of the boxes still open, `upper` is the sum so far that counts for the bonus. For a blank
    sheet the shipped chances are used, if there are any.
    """
    boxes = {rules(card).box(key) for key in open_boxes}
    if len(boxes) == len(card.boxes) and not upper and chips == card.chips and (blank := blank_reach(card.key)):
        return blank[max(0, need)] if need < len(blank) else 0.0
    found = solve(card, boxes, upper, need, chips)
    return found.chance(boxes, upper, min(need, found.need), chips)
