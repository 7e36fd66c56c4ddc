"""The exact distribution of the points of perfect play on a sheet: dynamic programming by the number of open boxes.

Perfect play is that of `solve.selfplay`: of equal choices, stopping comes before throwing, then holding the most dice,
then the first box of the sheet.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup
from knobel.games.scorecard.solve.book import Book
from knobel.solve.kernel import numpy_kernel
from knobel_lab.games.scorecard.selfplay import slack, whole
from knobel_lab.solving.kernel.cup import cup

LANES = 256
"""How many positions are processed at once: some tens of megabytes."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def chances(book: Book) -> Floats:
    """The chance of each number of points still to come, from 0 on, in the first position of a book."""
    if book.place.chips:
        raise BadSetup(f"{book.place.rules.card.key} has chips; its distribution can only be found by playing")
    return Exact(book).chances()


class Exact:
    """Computes distributions of positions, kept only as long as other positions need them."""

    def __init__(self, book: Book) -> None:
        self.place = book.place
        self.values = whole(book)
        self.slack = slack(self.values)
        self.width = book.place.most_points() + 1
        lattice = book.place.rules.lattice
        self.falls: Floats = numpy_kernel.expect(lattice, np.eye(len(lattice.falls)))
        """The chance that each holding becomes each roll: holdings x rolls."""

    def chances(self) -> Floats:
        """The distribution of the first position."""
        distributions: dict[tuple[int, int], Floats] = {}
        for layer in self.place.by_open_boxes():
            distributions = {(subset, level): self._level(subset, level, distributions) for subset, level in layer}
        (first,) = distributions.values()
        return np.asarray(np.trim_zeros(first[0], "b"))

    def _level(self, subset: int, level: int, later: dict[tuple[int, int], Floats]) -> Floats:
        """The distributions of all positions with these lower and this many upper boxes open: positions x points."""
        states = self.place.upper.situations(level)
        distributions = np.zeros((len(states), self.width))
        if not subset and not level:
            distributions[:, 0] = 1.0
            return distributions
        for first in range(0, len(states), LANES):
            lanes = states[first : first + LANES]
            self._mix(subset, level, lanes, later, distributions[first : first + LANES])
        return distributions

    def _mix(self, subset: int, level: int, lanes: Ints, later: dict[tuple[int, int], Floats], out: Floats) -> None:
        """Mix the distributions after each way to write, weighted by its chance under perfect play."""
        written, last = self._ends(subset, lanes)
        place, upper = self.place, self.place.upper
        for at, worths in enumerate(upper.worths):
            start = upper.begins[level - 1] if level else 0
            for kind, worth in enumerate(worths):
                share = np.where((written == at) & (upper.kind[:, at] == kind)[:, None], last, 0.0).sum(axis=0)
                for gain in (worth, worth + place.rules.bonus):
                    winners = np.flatnonzero((share > 0) & (upper.gain[at, kind, lanes] == gain))
                    if winners.size and (gain == worth or place.rules.bonus):
                        after = later[subset, level - 1][upper.after[at, kind, lanes[winners]].astype(np.int64) - start]
                        _shift(out, winners, share, gain, after)
        for at, box in enumerate(place.lower):
            if subset >> at & 1:
                after = later[subset ^ 1 << at, level][lanes - upper.begins[level]]
                for worth in np.unique(place.rules.worths[:, box]).tolist():
                    fits = (place.rules.worths[:, box] == worth)[:, None]
                    share = np.where((written == len(upper.boxes) + at) & fits, last, 0.0).sum(axis=0)
                    winners = np.flatnonzero(share)
                    _shift(out, winners, share, worth, after[winners])

    def _ends(self, subset: int, lanes: Ints) -> tuple[Ints, Floats]:
        """The box that perfect play writes each roll into, and the chance to end a turn with it: rolls x lanes each."""
        place = self.place
        row = int(place.rows[subset])
        worths = self._writings(row, subset, lanes)
        best = worths.max(axis=0)
        written = np.asarray((worths >= best - self.slack).argmax(axis=0))
        return written, self._lasts(best)

    def _writings(self, row: int, subset: int, lanes: Ints) -> Floats:
        """The worth of writing each roll into each box: boxes (upper ones first) x rolls x lanes."""
        place, upper = self.place, self.place.upper
        worths = np.full((len(upper.boxes) + len(place.lower), len(place.rules.worths), len(lanes)), -np.inf)
        own = self.values[row, 0].astype(np.float64)
        for at in range(len(upper.boxes)):
            writings = upper.gain[at][:, lanes] + own[upper.after[at][:, lanes]]
            worths[at] = writings[upper.kind[:, at]]
        for at, box in enumerate(place.lower):
            if subset >> at & 1:
                after = self.values[place.rows[subset ^ 1 << at], 0, lanes]
                worths[len(upper.boxes) + at] = place.rules.worths[:, box, None] + after
        return worths

    def _lasts(self, entry: Floats) -> Floats:
        """The chance that each roll is the last of a turn: rolls x lanes."""
        rules, holds = self.place.rules, cup(self.place.rules.lattice).holds
        stages: list[Floats] = []
        worth = entry
        for _ in range(rules.throws - 1):
            stages.append(numpy_kernel.expect(rules.lattice, worth))
            worth = numpy_kernel.choose(rules.lattice, stages[-1])
        lanes = np.arange(entry.shape[1])
        now = np.tile(rules.lattice.chances[:, None], (1, len(lanes)))
        last = np.zeros_like(now)
        for stage in reversed(stages):
            worths = np.where((holds >= 0)[:, :, None], stage[holds], -np.inf)
            most = worths.max(axis=1)
            held = np.take_along_axis(holds, (worths >= most[:, None] - self.slack).argmax(axis=1), axis=1)
            on = most > entry + self.slack
            last += np.where(on, 0.0, now)
            mass = np.bincount((held * len(lanes) + lanes)[on], now[on], len(stage) * len(lanes))
            now = self.falls.T @ mass.reshape(len(stage), len(lanes))
        return np.asarray(last + now)


def _shift(out: Floats, lanes: Ints, share: Floats, gain: int, after: Any) -> None:
    """Add distributions, shifted by `gain` points and weighted by their share, to some lanes."""
    width = out.shape[1] - gain
    out[lanes, gain:] += share[lanes, None] * after[:, :width]
