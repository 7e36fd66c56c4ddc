"""Chances to win: distributions of final scores, and the worth of each final score against those of others.

A win counts one, and those who tie for it share it. Scores of different seats are treated as independent. All of it is
plain Python: the worth of a normal distribution is interpolated between cached means, which is faster than summing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from math import ceil, erf, floor, sqrt
from operator import add, mul
from typing import NamedTuple

WIDE = 5.0
"""A normal distribution is cut off after this many standard deviations."""
NODES = ((0.1127016653792583, 5 / 18), (0.5, 8 / 18), (0.8872983346207417, 5 / 18))
"""Nodes and weights of Gaussian quadrature on 0 to 1, exact up to degree five: enough to share ties of six seats."""
FEW_NODES = ((0.2113248654051871, 0.5), (0.7886751345948129, 0.5))
"""Nodes and weights exact up to degree three: enough for few seats."""
FEW_SEATS = 4
COARSE, SMALL = 8, 4
"""The interpolation grid of means: this many steps per standard deviation; this many per point where that is small."""


class Scores(NamedTuple):
    """The probability distribution of a seat's final score."""

    first: int
    """The lowest score."""
    chances: Sequence[float]
    """The chance of the lowest score, and of each score above it."""

    @property
    def mean(self) -> float:
        """The expected score."""
        return self.first + sum(at * chance for at, chance in enumerate(self.chances))


@dataclass(frozen=True)
class Normal:
    """A normal distribution of a final score."""

    mean: float
    deviation: float

    @cached_property
    def scores(self) -> Scores:
        """The distribution discretised to whole scores."""
        whole = floor(self.mean)
        shape = _shape_around(self.mean - whole, self.deviation)
        return Scores(whole + shape.first, shape.chances)

    @property
    def first(self) -> int:
        """The lowest score."""
        return self.scores.first

    @property
    def chances(self) -> Sequence[float]:
        """The chance of the lowest score, and of each score above it."""
        return self.scores.chances


Final = Scores | Normal
"""The distribution of a seat's final score."""


def sure(score: int) -> Scores:
    """The distribution of a known score: all probability on one value."""
    return Scores(score, [1.0])


def normal(mean: float, deviation: float) -> Final:
    """A normal distribution; without deviation, that of a known score."""
    return Normal(mean, deviation) if deviation else sure(round(mean))


@lru_cache(maxsize=256)
def _shape_around(mean: float, deviation: float) -> Scores:
    """A normal distribution discretised to whole scores."""
    first, last = floor(mean - WIDE * deviation), ceil(mean + WIDE * deviation)
    root, whole = sqrt(2), erf(WIDE / sqrt(2))
    shares = [erf((score - 0.5 - mean) / deviation / root) / whole / 2 for score in range(first, last + 2)]
    # The first and last whole scores extend up to one and a half points beyond the cut-off.
    shares[:2], shares[-2:] = [max(-0.5, each) for each in shares[:2]], [min(0.5, each) for each in shares[-2:]]
    return Scores(first, [upper - lower for lower, upper in pairwise(shares)])


class Curve:
    """The share of the win as a function of a seat's final score; constant beyond its ends."""

    def __init__(self, first: int, worth: list[float]) -> None:
        self.first, self.worth = first, worth
        """The lowest score, and the share of the win at it and at each score above it."""
        self._means: dict[tuple[float, float], float] = {}

    def of(self, final: Final) -> float:
        """The expected share of the win for a distribution of the final score."""
        if isinstance(final, Scores):
            return self.summed(final)
        step = final.deviation // COARSE or 1 / SMALL
        at = floor(final.mean / step)
        t = final.mean / step - at
        a, b, c, d = [self._around(number * step, final.deviation) for number in range(at - 1, at + 3)]
        # Cubic interpolation between four means.
        near, far = (t + 1) * (2 - t) / 2, t * (1 - t) / 6
        return near * ((1 - t) * b + t * c) - far * ((2 - t) * a + (t + 1) * d)

    def _around(self, mean: float, deviation: float) -> float:
        """The expected share of the win for a normal distribution, cached."""
        if (mean, deviation) not in self._means:
            self._means[mean, deviation] = self.summed(Normal(mean, deviation).scores)
        return self._means[mean, deviation]

    def summed(self, scores: Scores | Normal) -> float:
        """The expected share of the win, summed over scores."""
        start, count = scores.first - self.first, len(scores.chances)
        low, high = max(0, -start), max(0, min(count, len(self.worth) - start))
        if low >= count or high <= 0:
            return self.worth[0 if low >= count else -1]
        chances = scores.chances
        inside: float = sum(map(mul, chances[low:high], self.worth[start + low : start + high]))
        return inside + sum(chances[:low]) * self.worth[0] + sum(chances[high:]) * self.worth[-1]


class _Field:
    """The distributions of some seats over a common range of scores."""

    def __init__(self, seats: Sequence[Final]) -> None:
        self.first = min(scores.first for scores in seats)
        size = max(scores.first + len(scores.chances) for scores in seats) - self.first
        self.same = [_spread(scores, self.first, size) for scores in seats]
        """The chance of each score."""
        self.less = [[0.0, *accumulate(same)][:size] for same in self.same]
        """The chance of less than each score."""

    def ahead(self, seats: Sequence[int]) -> list[list[float]]:
        """For each quadrature node, the chance that each score beats these seats, with ties weighted by the node."""
        size = len(self.same[0])
        chances = []
        for tied, _ in NODES:
            part = [1.0] * size
            for seat in seats:
                pairs = zip(part, self.less[seat], self.same[seat], strict=True)
                part = [chance * (less + tied * same) for chance, less, same in pairs]
            chances.append(part)
        return chances


def _spread(scores: Final, first: int, size: int) -> list[float]:
    """The chances padded to `size` scores from `first` on."""
    before = scores.first - first
    return [0.0] * before + list(scores.chances) + [0.0] * (size - before - len(scores.chances))


def _weighted(parts: Sequence[Sequence[float]], weights: Sequence[float]) -> list[float]:
    """The weighted sums over quadrature nodes."""
    one, two, three = weights
    return [one * a + two * b + three * c for a, b, c in zip(*parts, strict=True)]


class Prize(Curve):
    """The expected share of the win of each final score against others."""

    def __init__(self, others: Sequence[Final]) -> None:
        field = _Field(others)
        parts = field.ahead(range(len(others)))
        worth = _weighted(parts, [weight for _, weight in NODES])
        # Lower scores win nothing, higher ones everything.
        super().__init__(field.first - 1, [0.0, *worth, 1.0])


def rivals(others: Sequence[Final]) -> list[Curve]:
    """The share of the win of each of these others, as a function of the final score of an additional seat."""
    field, curves = _Field(others), []
    for at, same in enumerate(field.same):
        parts = field.ahead([seat for seat in range(len(others)) if seat != at])
        above = map(mul, same, _weighted(parts, [weight for _, weight in NODES]))
        level = map(mul, same, _weighted(parts, [tied * weight for tied, weight in NODES]))
        rest = list(accumulate(reversed(list(above)), initial=0.0))[::-1]
        curves.append(Curve(field.first - 1, [rest[0], *map(add, rest[1:], level), 0.0]))
    return curves


def chances_to_win(seats: Sequence[Final]) -> list[float]:
    """The chance of each seat to win, ties shared; they sum to one."""
    if len(seats) == 1:
        return [1.0]
    field, chances = _Field(seats), [0.0] * len(seats)
    for tied, weight in FEW_NODES if len(seats) <= FEW_SEATS else NODES:
        pairs = zip(field.less, field.same, strict=True)
        parts = [[less + tied * same for less, same in zip(*pair, strict=True)] for pair in pairs]
        for seat, (same, others) in enumerate(zip(field.same, _without_each(parts), strict=True)):
            chances[seat] += weight * sum(map(mul, same, others))
    return chances


def _without_each(parts: Sequence[list[float]]) -> list[list[float]]:
    """For each list, the element-wise product of all others."""
    before, after = list(accumulate(parts[:-1], _product)), list(accumulate(parts[:0:-1], _product))
    return [after[-1], *map(_product, before[:-1], after[-2::-1]), before[-1]]


def _product(one: list[float], other: list[float]) -> list[float]:
    return list(map(mul, one, other))
