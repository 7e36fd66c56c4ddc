"""The trial of compact values of a scorecard game: the points they lose."""

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.games.scorecard.solve.positions import Positions
from knobel.games.scorecard.solve.selfplay import turns
from knobel.games.scorecard.solve.selfplay_games import shape
from knobel.solve.compact.evaluate import Trial, Values, Worth, better, mean, turn
from knobel.solve.kernel.cup import Ints
from knobel.solve.run import Progress

BATCH = 25_000
LANES = 64
"""So many positions are compared at once: some megabytes for the largest lattice."""


def entries(place: Positions, values: Worth, rows: Ints, states: Ints, chips: int) -> Worth:
    """The worth of writing each roll into the box judged best, with a position in each lane: rolls x lanes."""
    rules, upper, subsets = place.rules, place.upper, place.subsets[rows]
    size = len(rules.lattice.falls), len(rows)
    best = Worth(np.full(size, -np.inf), np.zeros(size))
    for bit, box in zip(1 << np.arange(len(place.lower), dtype=np.uint64), place.lower, strict=True):
        after = place.rows[subsets & ~bit]
        worth = np.where(subsets & bit, rules.worths[:, box, None], -np.inf)
        best = better(best, Worth(*(worth + part[after, chips, states] for part in values)))
    for box in range(len(upper.boxes)):
        gain, after = upper.gain[box][:, states], upper.after[box][:, states]
        best = better(best, Worth(*((gain + part[rows, chips, after])[upper.kind[:, box]] for part in values)))
    return best


def losses(place: Positions, values: Worth, keys: Ints) -> Values:
    """What a turn from each of these positions loses when it is decided by the judged values."""
    chips, rows, states = np.unravel_index(keys, shape(place))
    lost = np.zeros(len(keys))
    for count in range(place.chips + 1):
        all_of_them = np.flatnonzero(chips == count)
        for first in range(0, len(all_of_them), LANES):
            some = all_of_them[first : first + LANES]
            ways = range(max(0, count - 1), count + 1)
            worths = [entries(place, values, rows[some], states[some], left) for left in ways]
            best = values.true[rows[some], count, states[some]]
            lost[some] = best - turn(place.rules.lattice, worths, place.rules.throws)
    return lost


def trial_score(
    place: Positions,
    judged: NDArray[Any],
    true: NDArray[Any],
    games: int,
    seed: int,
    compared: int,
    progress: Progress | None = None,
) -> Trial:
    """Play games decided by the judged values; the first ones are compared with perfect play."""
    start, begin = time.perf_counter(), int(np.prod(place.shape)) - 1
    totals, lost = np.zeros(games, np.int64), np.zeros(min(compared, games))
    for first in range(0, games, BATCH):
        numbers = range(first, min(first + BATCH, games))
        # The games to compare among these stand in positions of their own; before the first turn all stand alike.
        keys = np.full(len(numbers), begin)
        for made in turns(place, judged, numbers, seed):
            some = np.arange(first, min(len(lost), numbers.stop))
            if len(some):
                different, which = np.unique(keys[some - first], return_inverse=True)
                lost[some] += losses(place, Worth(judged, true), different)[which]
            totals[made.numbers] += made.points + made.bonus
            keys[made.numbers - first] = made.after
        if progress:
            progress(numbers.stop, games, time.perf_counter() - start)
    best = float(true[np.unravel_index(begin, place.shape)])
    return Trial(games, seed, mean(totals), best, len(lost), mean(lost))
