"""Who wins: final scores as distributions, and what each final score is worth against those of others.

A win counts one, and those who tie for it share it. Scores of different seats are taken as independent.
"""

from collections.abc import Sequence
from functools import cache
from math import erf, sqrt
from typing import NamedTuple

from knobel.solve.arrays import NDArray, np

Floats = NDArray[np.float64]

WIDE = 5.0
"""A normal shape ends after so many deviations."""
FINE = 512
"""The normal shape is tabulated with so many steps a deviation."""
NODES = ((0.1127016653792583, 5 / 18), (0.5, 8 / 18), (0.8872983346207417, 5 / 18))
"""Where, and how much, polynomials of up to the fifth degree are summed over from 0 to 1: enough for six seats."""


class Scores(NamedTuple):
    """How likely each final score of a seat is."""

    first: int
    """The lowest score."""
    chances: Floats
    """The chance of it, and of each score above it."""

    @property
    def mean(self) -> float:
        """The score to expect."""
        return self.first + float(np.arange(len(self.chances)) @ self.chances)


def sure(score: int) -> Scores:
    """A score that is known."""
    return Scores(score, np.ones(1))


def normal(mean: float, deviation: float) -> Scores:
    """A normal shape, score by score."""
    first = int(np.floor(mean - WIDE * deviation))
    edges = np.arange(first, int(np.ceil(mean + WIDE * deviation)) + 2) - 0.5
    return Scores(first, np.diff(below(np.asarray((edges - mean) / deviation, np.float64))))


def below(deviations: Floats) -> Floats:
    """The share of a normal shape below so many deviations from its mean."""
    return np.asarray(np.interp(deviations, *_shape()))


@cache
def _shape() -> tuple[Floats, Floats]:
    """Deviations from the mean, and the share of a normal shape below each; all of it ends at `WIDE` of them."""
    steps = np.linspace(-WIDE, WIDE, round(2 * WIDE * FINE) + 1)
    share = np.array([erf(step / sqrt(2)) for step in steps])
    return steps, (share / share[-1] + 1) / 2


class Prize:
    """What each final score is worth against others: the share of the win to expect with it."""

    def __init__(self, others: Sequence[Scores]) -> None:
        self.first = min(scores.first for scores in others)
        last = max(scores.first + len(scores.chances) for scores in others)
        size = last - self.first
        parts = np.ones((len(NODES), size))
        ties, weights = np.array(NODES).T
        for scores in others:
            same = np.zeros(size)
            same[scores.first - self.first :][: len(scores.chances)] = scores.chances
            less = np.cumsum(same) - same
            parts *= less + ties[:, None] * same
        # Lower scores win nothing, higher ones all.
        self.worth: Floats = np.concatenate([[0.0], weights @ parts, [1.0]])

    def of(self, scores: Scores) -> float:
        """The chance to win with a score that is as likely as this."""
        return float(scores.chances @ self.at(scores.first + np.arange(len(scores.chances))))

    def at(self, scores: NDArray[np.int64]) -> Floats:
        """The share of the win with each of these scores."""
        return np.asarray(self.worth[np.clip(scores - self.first + 1, 0, len(self.worth) - 1)])


def chances_to_win(seats: Sequence[Scores]) -> list[float]:
    """The chance of each seat to win, ties shared; together they are one."""
    if len(seats) == 1:
        return [1.0]
    return [Prize([*seats[:at], *seats[at + 1 :]]).of(mine) for at, mine in enumerate(seats)]
