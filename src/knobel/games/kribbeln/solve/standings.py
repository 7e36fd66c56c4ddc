"""Who is ahead in Kribbeln: shares of a win from points and marks, and what those write who are still to throw."""

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

PLACES = 64
"""More than any mark: what decides is the score, and then the last mark."""
HARDLY = 1e-6
"""Among choices that win as often, those are taken that gain more points: they are worth so much of a win."""
RARELY = 1e-12
"""Less than any chance there is."""
NODES = {
    0.0: 0.31825951825951815,
    0.799129068324548: 0.23246229360973225,
    1.6067100690287297: 0.08941779539984437,
    2.432436827009758: 0.017365774492137616,
    3.2890824243987664: 0.001567357503549956,
    4.1962077112690155: 5.642146405189029e-05,
}
"""Where, and how much, a normal shape is summed over: by the rule of fifteen nodes, but for those that hardly count."""
AT = [place / sqrt(2) for place in (*(-place for place in reversed(NODES) if place), *NODES)]
WEIGHTS = [*(NODES[place] for place in reversed(NODES) if place), *NODES.values()]


def below(deviations: float) -> float:
    """The share of a normal shape below so many deviations from its mean."""
    return (1 + erf(deviations / sqrt(2))) / 2


def settled(scores: Sequence[int], marks: Sequence[int], last: Sequence[int]) -> list[float]:
    """The share of the win of every seat, from the points of all rows but one, the marks in it and in the last row."""
    deciding = [
        (score + points) * PLACES + more for score, points, more in zip(scores, row_points(marks), last, strict=True)
    ]
    most = max(deciding)
    first = deciding.count(most)
    return [(one == most) / first for one in deciding]


def firsts(means: Sequence[float], deviation: float) -> list[float]:
    """The chance of each seat to be first, of points with these means; any two differ by so much more or less."""
    ahead: list[list[list[float]]] = [[] for _ in means]
    for one, mine in enumerate(means):
        for other, theirs in enumerate(means[:one]):
            by = (mine - theirs) / deviation
            # Twice the chances: together they are as many for all.
            shares = [1 + erf(by + place) for place in AT]
            ahead[one].append(shares)
            ahead[other].append([2 - share for share in reversed(shares)])
    found = [sum(map(mul, WEIGHTS, map(prod, zip(*over, strict=True)))) for over in ahead]
    whole = sum(found)
    return [chance / whole for chance in found]


def shared(ends: Sequence[Shares], seat: int, own: float) -> list[float]:
    """What a turn is worth to every seat, if so much to the one who plays it; others share the rest as after any end.

    `ends` are the chances of all seats after each end of the turn.
    """
    found = [sum(chances) for chances in zip(*ends, strict=True)]
    found[seat] = 0.0
    rest = (1 - own) / max(sum(found), RARELY)
    found = [chance * rest for chance in found]
    found[seat] = own
    return found


class Waiting:
    """Those who are still to play a row, each of whom writes marks with these chances, where others are known."""

    def __init__(self, chances: Mapping[int, Marks], known: Sequence[int], later: Sequence[Marks]) -> None:
        under = {at: [0.0, *accumulate(marks)] for at, marks in chances.items()}
        self._below = [sum(some) for some in zip(*under.values(), strict=True)] or [0.0] * MARKS
        self._means: dict[int, float] = {}
        self._above: dict[int, list[float]] = {}
        for at, marks in chances.items():
            others = [whole - own for whole, own in zip(self._below, under[at], strict=True)]
            points = [0.0, *(1 + others[own] + sum(one < own for one in known) for own in range(1, MARKS))]
            self._means[at] = sum(map(mul, marks, points)) + sum(map(mul, marks, later[at]))
            self._above[at] = [under[at][-1] - some for some in under[at][1:]]

    def points(self, own: int, others: Sequence[int]) -> float:
        """The points to expect of one who has this mark, if others have these and the rest are waiting."""
        return 1 + sum(other < own for other in others) + self._below[own] if own else 0.0

    def mean(self, at: int, own: int) -> float:
        """The points to expect of one who waits, with what is to come later, if one more has this mark."""
        return self._means[at] + self._above[at][own]


def wrote(lanes: Sequence[Sequence[float]], highest: int) -> list[Marks]:
    """The chance of each mark in turns in a Kribbel row in which marks are worth this; low sums are an X."""
    found = endings(dice(None), classes(None), [worths[1:] for worths in lanes], THROWS)
    return [[sum(sums[:highest]), *[0.0] * highest, *sums[highest:]] for sums in found]


def answered(lines: Sequence[Sequence[tuple[Shares, Sequence[int]]]], at: int, highest: int) -> list[Shares]:
    """What everybody wins if the last of all plays a Kribbel row to win, some turns.

    For each mark that it may write, `lines` have what everybody wins then, and everybody's points.
    """
    lanes = [by_mark([shares[at] + HARDLY * points[at] for shares, points in line], highest) for line in lines]
    found: list[Shares] = []
    for line, chances in zip(lines, wrote(lanes, highest), strict=True):
        likely = [chances[0], *chances[highest + 1 :]]
        found.append([sum(map(mul, likely, won)) for won in zip(*(shares for shares, _ in line), strict=True)])
    return found


def fewer(chances: Sequence[Marks], most: int) -> tuple[list[int], list[list[float]]]:
    """A few marks that stand for all that may be written, and the chances of each in every one of some cases."""
    columns = [list(column) for column in zip(*chances, strict=True)]
    mean = [sum(column) / len(column) for column in columns]
    possible = [own for own, chance in enumerate(mean) if chance]
    if len(possible) <= most:
        return possible, [columns[own] for own in possible]
    parts: list[list[int]] = [[] for _ in range(most)]
    sums, before = sum(mean[1:]), 0.0
    for own in possible:
        # An X stands for itself, and sums are parted into equally likely ones.
        middle = before + mean[own] / 2
        parts[min(1 + int(middle / sums * (most - 1)), most - 1) if own else 0].append(own)
        before += mean[own] if own else 0.0
    parts = [part for part in parts if part]
    stand = []
    for part in parts:
        under = list(accumulate(mean[own] for own in part))
        stand.append(next(own for own, some in zip(part, under, strict=True) if 2 * some >= under[-1]))
    return stand, [[sum(some) for some in zip(*(columns[own] for own in part), strict=True)] for part in parts]
