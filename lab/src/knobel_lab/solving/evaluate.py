"""Trials of compact values: the loss of deciding by them, found by comparing with the exact ones.

The worth of a turn is worked out twice: by the judged values, which make the decisions, and by the true ones. The
difference from the best decisions is the loss of a turn; over a game these losses add up to exactly the mean loss.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, zip_longest
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knobel.solve.kernel import numpy_kernel
from knobel.solve.kernel.lattice import Lattice
from knobel_lab.solving.kernel.cup import Ints, Words, cup
from knobel_lab.solving.run import Progress

Values = NDArray[np.float64]

LANES = 256
"""How many positions of games with five dice are evaluated at once."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over games, and its standard error."""

    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class Trial:
    """The result of games decided by compact values."""

    games: int
    seed: int
    result: Mean
    """The mean result: points, turns, or the chance to win."""
    best: float
    """The mean result of perfect play."""
    compared: int
    """How many of the games were compared with perfect play, decision by decision."""
    loss: Mean
    """The mean loss of all decisions of a compared game."""


class Worth(NamedTuple):
    """Judged worths, which decide, and true worths, which count: the larger, the better."""

    judged: NDArray[Any]
    true: NDArray[Any]


class Tryout:
    """A trial: games decided by judged values; the first ones are compared with perfect play, turn by turn."""

    def __init__(
        self, values: Worth, games: int, seed: int, compared: int = 1000, progress: Progress | None = None
    ) -> None:
        self.values, self.games, self.seed = values, games, seed
        self.lost = np.zeros(min(compared, games))
        """The loss so far of each compared game."""
        self._progress, self._start = progress, time.perf_counter()

    def compare(self, games: Ints, lanes: Ints, losses: Callable[[], Values]) -> None:
        """Add the losses of a turn of these games, each in a lane; computed only if one of them is compared."""
        compared = games < len(self.lost)
        if compared.any():
            self.lost[games[compared]] += losses()[lanes[compared]]

    def tell(self, done: int) -> None:
        """Report the number of finished games."""
        if self._progress:
            self._progress(done, self.games, time.perf_counter() - self._start)

    def result(self, results: NDArray[Any], best: float) -> Trial:
        """The trial from the results of all games and the mean result of perfect play."""
        return Trial(self.games, self.seed, mean(results), best, len(self.lost), mean(self.lost))


def better(one: Worth, other: Worth) -> Worth:
    """Element by element, the worth that is judged larger; the first if they are equal."""
    second = other.judged > one.judged
    return Worth(np.where(second, other.judged, one.judged), np.where(second, other.true, one.true))


@lru_cache(maxsize=4)
def _holds(lattice: Lattice) -> Ints:
    """The holdings of each roll: rolls x holdings, padded by repeating the last one."""
    dice = cup(lattice)
    last = dice.holds[np.arange(len(dice.holds)), dice.counts - 1]
    return np.where(dice.holds >= 0, dice.holds, last[:, None])


def throw(lattice: Lattice, rolls: Worth) -> Worth:
    """The worth of every roll if dice are thrown again, holding those that are judged best: rolls x lanes."""
    judged, true = (numpy_kernel.expect(lattice, part) for part in rolls)
    # At least one die is thrown: to throw none is to stop, which was decided before.
    judged[lattice.rolls] = -np.inf
    for walk in reversed(lattice.walks):
        for layer in walk.axis.layers[1:]:
            rows = walk.bases[:, None] + walk.step * np.array(layer)
            for less in zip_longest(*(walk.axis.down[holding] for holding in layer)):
                present = [at for at, source in enumerate(less) if source is not None]
                to, source = rows[:, present], walk.bases[:, None] + walk.step * np.array([less[at] for at in present])
                one, other = (Worth(judged[at], true[at]) for at in (to, source))
                judged[to], true[to] = better(one, other)
    return Worth(judged[lattice.rolls], true[lattice.rolls])


def turn(lattice: Lattice, entries: Sequence[Worth], throws: int) -> Values:
    """The true worth of a whole turn: lanes.

    `entries[c]` (rolls x lanes) is the worth of writing a roll with c chips left; the turn begins with the last.
    """
    entry = last = entries[-1]
    if len(entries) > 1:
        last = better(entry, throw(lattice, entries[-2]))
    for _ in range(throws - 1):
        last = better(entry, throw(lattice, last))
    return np.asarray(lattice.chances @ last.true)


def play(lattice: Lattice, entry: Values, lanes: Ints, words: Words, throws: int) -> Ints:
    """The last roll of a turn whose decisions are the ones judged best, for games given by their lanes."""
    dice, last = cup(lattice), entry
    stages: list[Values] = []
    for _ in range(throws - 1):
        stages.insert(0, numpy_kernel.expect(lattice, last))
        last = numpy_kernel.choose(lattice, stages[0])
    rolls = dice.throw(np.zeros(len(lanes), np.int64), words[:, 0]).astype(np.int64)
    games = np.arange(len(lanes))
    for stage, word in zip(stages, words[:, 1:].T, strict=False):
        holds = _holds(lattice)[rolls[games]]
        worth = stage[holds, lanes[games, None]]
        held = holds[np.arange(len(games)), worth.argmax(axis=1)]
        on = worth.max(axis=1) > entry[rolls[games], lanes[games]]
        games = games[on]
        rolls[games] = dice.throw(held[on], word[games])
    return rolls


def lanes_of(keys: Ints) -> Iterator[tuple[Ints, Ints, Ints]]:
    """Up to LANES distinct positions at a time, the games in them, and the lane of each game."""
    different, which = np.unique(keys, return_inverse=True)
    order = np.argsort(which, kind="stable")
    starts = np.searchsorted(which[order], np.arange(0, len(different) + LANES, LANES))
    for number, (start, end) in enumerate(pairwise(starts.tolist())):
        first, games = number * LANES, order[start:end]
        yield different[first : first + LANES], games, which[games] - first


def mean(results: NDArray[Any]) -> Mean:
    """The mean of results and its standard error."""
    return Mean(float(results.mean()), float(results.std()) / len(results) ** 0.5)
