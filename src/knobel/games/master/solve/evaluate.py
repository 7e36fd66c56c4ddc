"""The trial of compact values of solo Master: the turns they lose."""

import time
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.games.master.solve.after import following_cells, roll_ways
from knobel.games.master.solve.fill import FAR
from knobel.games.master.solve.positions import Positions
from knobel.games.master.solve.rule_tables import NONE, Ints
from knobel.solve.compact.evaluate import Trial, Values, Worth, lanes_of, mean, play, turn
from knobel.solve.kernel.cup import words
from knobel.solve.run import Progress


@dataclass(frozen=True, eq=False)
class _Cells:
    """Positions, and where the best action for each roll leads."""

    place: Positions
    values: Worth
    keys: Ints

    @cached_property
    def after(self) -> Ints:
        """The keys after each step, after each row move, and after passing; NONE where it is not possible."""
        cells = following_cells(self.place, *np.unravel_index(self.keys, self.place.shape))
        keys = np.ravel_multi_index((np.maximum(cells.rows, 0), cells.diagonals, cells.subsets), self.place.shape)
        return np.concatenate([np.where(cells.rows == NONE, NONE, keys), self.keys[None]])

    @cached_property
    def choice(self) -> Ints:
        """The key after the action judged best: rolls x lanes."""
        judged = -self.values.judged.reshape(-1)[self.after].astype(np.float64)
        judged[self.after == NONE] = -np.inf
        # Only who has no other choice passes.
        judged[-1] = -FAR
        lanes, chosen = np.arange(len(self.keys)), []
        for ways in roll_ways(self.place.rules):
            best = np.append(ways, len(judged) - 1)[judged[[*ways, -1]].argmax(axis=0)]
            chosen.append(self.after[best, lanes])
        return np.array(chosen)

    @cached_property
    def entry(self) -> Worth:
        """The worth of each roll, the fewest turns the best: rolls x lanes."""
        return Worth(*(-part.reshape(-1)[self.choice].astype(np.float64) for part in self.values))

    def losses(self) -> Values:
        """What a turn from each position loses."""
        rules = self.place.rules
        best = self.values.true.reshape(-1)[self.keys]
        return np.asarray(1 - turn(rules.lattice, [self.entry], rules.throws) - best)


def trial_master(
    place: Positions,
    judged: NDArray[Any],
    true: NDArray[Any],
    games: int,
    seed: int,
    compared: int,
    progress: Progress | None = None,
) -> Trial:
    """Play games decided by the judged values; the first ones are compared with perfect play."""
    start, blank = time.perf_counter(), int(np.ravel_multi_index(place.start, place.shape))
    keys, took, lost = np.full(games, blank), np.zeros(games, np.int64), np.zeros(min(compared, games))
    going = np.arange(games)
    while len(going):
        word = words(seed, int(took.max()), 0, games)
        for different, which, lanes in lanes_of(keys[going]):
            some = going[which]
            cells = _Cells(place, Worth(judged, true), different)
            if some.min() < len(lost):
                lost[some[some < len(lost)]] += cells.losses()[lanes[some < len(lost)]]
            rolls = play(place.rules.lattice, cells.entry.judged, lanes, word[some], place.rules.throws)
            keys[some] = cells.choice[rolls, lanes]
        took[going] += 1
        rows, diagonals, subsets = np.unravel_index(keys[going], place.shape)
        going = going[place.alive[place.finished[rows], diagonals, subsets]]
        if progress:
            progress(games - len(going), games, time.perf_counter() - start)
    return Trial(games, seed, mean(took), float(true[place.start]), len(lost), mean(lost))
