"""Values of solo Master: the least expected turns to fifteen stars, from every position.

A turn that leaves the board unchanged costs a turn and gains nothing. So the worth x of a position is where the mean
gain x - worth(board after) of a turn, with the best holds and the best action, equals the turn it costs. That mean is
convex and piecewise linear in x; its slope is the chance to change the board. The secant method finds x in a few steps.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.games.master.rules.board import LAST_COIN
from knobel.games.master.solve.positions import COINS, DIAGONALS, Positions
from knobel.games.master.solve.rule_tables import NONE, Ints
from knobel.solve.kernel import numpy_kernel

Fill = Callable[[Positions, NDArray[Any], NDArray[Any], int], None]
"""Called with positions, all values, the rows to fill, and the number of the first of them."""
Values = NDArray[np.float64]

FAR = 1e30
"""The worth of a board that cannot be reached."""
CLOSE = 1e-11
"""The tolerance of a turn's mean gain against the turn it costs."""
FLATTEST = 1e-3
"""The least slope assumed during the search."""
MOST_STEPS = 60


def best(place: Positions, values: NDArray[Any], own: NDArray[Any], cells: tuple[Ints, Ints, Ints, Ints]) -> Values:
    """The least worth of a board that each roll leads to, FAR if it only leads back: rolls x cells.

    A cell is (row, index of that row in `own`, diagonal, subset); `values` has all earlier rows.
    """
    rules, (rows, at, diagonals, subsets) = place.rules, cells
    parts = []
    for to, coins in zip(rules.step_subset, rules.step_coins, strict=True):
        further = diagonals - COINS[0, to[subsets]] + COINS[0, subsets] + coins[subsets]
        # A coin step in the closed coin row leads to a cell not solved yet: FAR.
        worth = own[at, np.minimum(further, DIAGONALS - 1), to[subsets]]
        parts.append(np.where(to[subsets] == NONE, FAR, worth))
    for to, coins, turned in zip(*(table[rows].T for table in place.moves), strict=True):
        further = np.minimum(diagonals + coins, DIAGONALS - 1)
        worth = values[to, further, np.where(turned, rules.mirror[subsets], subsets)]
        parts.append(np.where(to == NONE, FAR, worth))
    least = np.full((len(rules.ways), len(rows)), FAR)
    for roll, ways in enumerate(rules.ways):
        for way in ways:
            np.minimum(least[roll], parts[way], out=least[roll])
    return least


def idle(place: Positions, diagonals: Ints, subsets: Ints) -> NDArray[np.bool_]:
    """Whether a roll may leave the board unchanged: rolls x cells."""
    kinds, which = place.rules.loops
    closed = COINS[diagonals, subsets] == LAST_COIN
    return np.asarray(kinds[which][:, closed.astype(np.int64), subsets])


def settle(gain: Callable[[Values], Values], start: Values) -> Values:
    """The worths at which the mean gain of a turn is one, by the secant method."""
    worth, slope = start, np.ones_like(start)
    before, gained = worth, np.ones_like(start)
    for step in range(MOST_STEPS):
        now = gain(worth)
        moved = np.abs(worth - before) > CLOSE
        if step:
            rise = (now - gained) / np.where(moved, worth - before, 1)
            slope = np.where(moved, np.clip(rise, FLATTEST, 1), slope)
        before, gained = worth, now
        worth = worth + (1 - now) / slope
        if np.all(np.abs(1 - now) <= CLOSE):
            break
    return worth


def turns(place: Positions, least: Values, idle: NDArray[np.bool_], start: Values) -> Values:
    """The expected turns to the goal, from the least worth that each roll leads to."""
    floor = np.where(idle, 0, -FAR)

    def gain(worth: Values) -> Values:
        return np.asarray(
            numpy_kernel.turn(place.rules.lattice, [np.maximum(worth - least, floor)], place.rules.throws)[0]
        )

    return settle(gain, start)


def fill_plain(place: Positions, values: NDArray[Any], out: NDArray[Any], first: int) -> None:
    """Fill `out` with the rows from `first` on, from the earlier rows in `values`."""
    finished = place.finished[first : first + len(out)]
    own = np.where(place.alive[finished], FAR, 0.0)
    todo = place.todo[finished]
    for diagonal in reversed(range(DIAGONALS)):
        at, subsets = np.nonzero(todo[:, diagonal])
        if not len(at):
            continue
        diagonals = np.full(len(at), diagonal)
        least = best(place, values, own, (at + first, at, diagonals, subsets))
        worth = turns(place, least, idle(place, diagonals, subsets), 1 + least.min(axis=0))
        own[at, diagonal, subsets] = worth
        last = COINS[diagonal, subsets] == LAST_COIN
        for further in range(diagonal + 1, DIAGONALS):
            own[at[last], further, subsets[last]] = worth[last]
    out[:] = own
