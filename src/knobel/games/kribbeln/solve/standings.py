"""Chances to win a game of Kribbeln from points and marks, and the marks of those still to throw."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import erf, prod, sqrt
from operator import mul

from knobel.games.kribbeln.rules.game import THROWS
from knobel.games.kribbeln.rules.sheet import row_points
from knobel.games.kribbeln.solve.last_rows import by_mark
from knobel.games.kribbeln.solve.opponents import MARKS
from knobel.games.kribbeln.solve.ranks import Marks
from knobel.games.kribbeln.solve.rolls import classes, dice
from knobel.solve.kernel.turn import endings

Shares = Sequence[float]
"""The chance of every seat to win."""

SCORE_FACTOR = 64
"""A factor larger than any mark: games are decided by the score, then by the last mark."""
TIE_BREAK = 1e-6
"""The tie-break between choices with equal chances: the worth of a point, as a share of a win."""
TINY = 1e-12
"""Less than any probability that occurs."""
NODES = {
    0.0: 0.31825951825951815,
    0.799129068324548: 0.23246229360973225,
    1.6067100690287297: 0.08941779539984437,
    2.432436827009758: 0.017365774492137616,
    3.2890824243987664: 0.001567357503549956,
    4.1962077112690155: 5.642146405189029e-05,
}
"""Nodes and weights of Gauss-Hermite quadrature for a normal distribution: fifteen nodes, without negligible ones."""
OFFSETS = [place / sqrt(2) for place in (*(-place for place in reversed(NODES) if place), *NODES)]
WEIGHTS = [*(NODES[place] for place in reversed(NODES) if place), *NODES.values()]


def normal_below(deviations: float) -> float:
    """The normal distribution function: the probability below this many standard deviations from the mean."""
    return (1 + erf(deviations / sqrt(2))) / 2


def final_shares(scores: Sequence[int], marks: Sequence[int], last: Sequence[int]) -> list[float]:
    """The share of the win of every seat, from the points of all rows but one, and the marks in it and in the last."""
    deciding = [
        (score + points) * SCORE_FACTOR + last_mark
        for score, points, last_mark in zip(scores, row_points(marks), last, strict=True)
    ]
    most = max(deciding)
    first = deciding.count(most)
    return [(own == most) / first for own in deciding]


def chances_to_be_first(means: Sequence[float], deviation: float) -> list[float]:
    """The chance of each seat to be first, from expected points and the standard deviation of differences."""
    ahead: list[list[list[float]]] = [[] for _ in means]
    for seat, mine in enumerate(means):
        for other, theirs in enumerate(means[:seat]):
            margin = (mine - theirs) / deviation
            # Twice the chances: the factor cancels when they are normalised.
            shares = [1 + erf(margin + place) for place in OFFSETS]
            ahead[seat].append(shares)
            ahead[other].append([2 - share for share in reversed(shares)])
    chances = [sum(map(mul, WEIGHTS, map(prod, zip(*over, strict=True)))) for over in ahead]
    total = sum(chances)
    return [chance / total for chance in chances]


def shares_of_turn(ends: Sequence[Shares], seat: int, own: float) -> list[float]:
    """The worth of a turn to every seat, given that of its player; others share the rest as after all endings in total.

    `ends` are the chances of all seats after each ending of the turn.
    """
    shares = [sum(chances) for chances in zip(*ends, strict=True)]
    shares[seat] = 0.0
    factor = (1 - own) / max(sum(shares), TINY)
    shares = [chance * factor for chance in shares]
    shares[seat] = own
    return shares


class Waiting:
    """The expected points of seats still to play a row, from the chances of their marks."""

    def __init__(self, chances: Mapping[int, Marks], entries: Sequence[int], later: Sequence[Marks]) -> None:
        under = {at: [0.0, *accumulate(marks)] for at, marks in chances.items()}
        self._below = [sum(chances_below) for chances_below in zip(*under.values(), strict=True)] or [0.0] * MARKS
        self._means: dict[int, float] = {}
        self._above: dict[int, list[float]] = {}
        for at, marks in chances.items():
            others = [everybody - own for everybody, own in zip(self._below, under[at], strict=True)]
            points = [0.0, *(1 + others[own] + sum(entry < own for entry in entries) for own in range(1, MARKS))]
            self._means[at] = sum(map(mul, marks, points)) + sum(map(mul, marks, later[at]))
            self._above[at] = [under[at][-1] - chances_below for chances_below in under[at][1:]]

    def points(self, own: int, others: Sequence[int]) -> float:
        """The expected points of a seat with this mark, if others have these and the rest are still to play."""
        return 1 + sum(other < own for other in others) + self._below[own] if own else 0.0

    def mean(self, at: int, own: int) -> float:
        """The expected points of a seat still to play, later ones included, if one more seat has this mark."""
        return self._means[at] + self._above[at][own]


def chances_of_marks(lanes: Sequence[Sequence[float]], highest: int) -> list[Marks]:
    """The chance of each mark in turns of a Kribbel row, from the worths of marks; sums that are too low are an X."""
    by_sum = endings(dice(None), classes(None), [worths[1:] for worths in lanes], THROWS)
    return [[sum(sums[:highest]), *[0.0] * highest, *sums[highest:]] for sums in by_sum]


def after_best_answer(lines: Sequence[Sequence[tuple[Shares, Sequence[int]]]], at: int, highest: int) -> list[Shares]:
    """The shares of all seats for some turns in which the last player of a Kribbel row plays to win.

    For each mark that it may write, `lines` have the shares of all seats, and the points of all seats.
    """
    lanes = [by_mark([shares[at] + TIE_BREAK * points[at] for shares, points in line], highest) for line in lines]
    shares_of_turns: list[Shares] = []
    for line, chances in zip(lines, chances_of_marks(lanes, highest), strict=True):
        likely = [chances[0], *chances[highest + 1 :]]
        shares_of_turns.append(
            [sum(map(mul, likely, won)) for won in zip(*(shares for shares, _ in line), strict=True)]
        )
    return shares_of_turns


def representative_marks(chances: Sequence[Marks], most: int) -> tuple[list[int], list[list[float]]]:
    """A few representative marks for all that may be written, and the chance of each in every case."""
    columns = [list(column) for column in zip(*chances, strict=True)]
    mean = [sum(column) / len(column) for column in columns]
    possible = [own for own, chance in enumerate(mean) if chance]
    if len(possible) <= most:
        return possible, [columns[own] for own in possible]
    parts: list[list[int]] = [[] for _ in range(most)]
    sums, before = sum(mean[1:]), 0.0
    for own in possible:
        # An X represents itself, and sums are split into equally likely parts.
        middle = before + mean[own] / 2
        parts[min(1 + int(middle / sums * (most - 1)), most - 1) if own else 0].append(own)
        before += mean[own] if own else 0.0
    parts = [part for part in parts if part]
    representatives = []
    for part in parts:
        under = list(accumulate(mean[own] for own in part))
        representatives.append(next(own for own, chance in zip(part, under, strict=True) if 2 * chance >= under[-1]))
    return representatives, [
        [sum(chances) for chances in zip(*(columns[own] for own in part), strict=True)] for part in parts
    ]
