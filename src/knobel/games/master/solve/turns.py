"""The table of solo Master: the least expected turns to fifteen stars, from every position.

A turn that leaves the board unchanged costs a turn and gains nothing. So the worth x of a position is where the mean
gain x - worth(board after) of a turn, with the best holds and the best action, equals the turn it costs. That mean is
convex and piecewise linear in x; its slope is the chance to change the board. The secant method finds x in a few steps.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadTable
from knobel.games.master.rules.board import LAST_COIN
from knobel.games.master.rules.game import Master
from knobel.games.master.solve.positions import COINS, DIAGONALS, Positions
from knobel.games.master.solve.rule_tables import NONE, Ints
from knobel.solve.kernel import reference
from knobel.solve.tables import Identity
from knobel_lab.solving.kernel.jit import COMPILED
from knobel_lab.solving.run import Plan, starts

Fill = Callable[[Positions, NDArray[Any], NDArray[Any], int], None]
Values = NDArray[np.float64]

FAR = 1e30
"""The worth of a board that cannot be reached."""
CLOSE = 1e-11
"""The tolerance of a turn's mean gain against the turn it costs."""
FLATTEST = 1e-3
"""The least slope assumed during the search."""
MOST_STEPS = 60
FEW = 500
"""For up to this many positions the reference kernel takes about a second."""


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
            reference.turn(place.rules.lattice, [np.maximum(worth - least, floor)], place.rules.throws)[0]
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


def fill(count: int) -> Fill:
    """The function that fills a table of `count` positions: compiled if possible, plain if that is faster."""
    if count <= FEW or not COMPILED:
        return fill_plain
    from knobel_lab.games.master.fill_compiled import fill_fast

    return fill_fast


OBJECTIVE = "turns"
TOLERANCE = 2e-6
"""The tolerance against the reference kernel: values are stored in single precision."""


def identity(place: Positions) -> Identity:
    """The identity of the table of all these positions."""
    chunks = starts(place.layers, int(np.prod(place.shape[1:])))
    return Identity(Master.key, OBJECTIVE, place.digest, place.shape, "<f4", chunks)


def verify(place: Positions, values: NDArray[Any], samples: int = 400, seed: int = 0) -> None:
    """Recompute sampled positions with the reference kernel; raise an error if one differs."""
    random = Random(seed)
    rows = np.array([random.randrange(place.shape[0]) for _ in range(samples)])
    cells = [random.choice(np.argwhere(place.todo[finished])) for finished in place.finished[rows]]
    diagonals, subsets = np.array(cells).T
    own = values[rows].astype(np.float64)
    for at in np.flatnonzero(COINS[diagonals, subsets] == LAST_COIN):
        # Coins in the closed coin row lead back here: the search, not the table, values that.
        own[at, diagonals[at] + 1 :, subsets[at]] = FAR
    least = best(place, values, own, (rows, np.arange(samples), diagonals, subsets))
    again = turns(place, least, idle(place, diagonals, subsets), 1 + least.min(axis=0))
    wrong = ~np.isclose(values[rows, diagonals, subsets], again, rtol=TOLERANCE, atol=TOLERANCE)
    if wrong.any():
        raise BadTable(f"row {rows[wrong][0]} of the table does not agree with the plain kernel")


def plan(place: Positions) -> Plan:
    """The plan by which these positions are solved; the value is that of the position from which all others follow."""
    work = partial(fill(place.count), place), partial(verify, place)
    return Plan(identity(place), place.layers, place.counts, *work, lambda values: float(values[place.start]))
