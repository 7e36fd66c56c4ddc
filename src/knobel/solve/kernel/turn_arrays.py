"""A turn solved with NumPy: the worth of every roll and every holding after each throw."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from knobel.solve.kernel import reference
from knobel.solve.kernel.endings import endings_by_class
from knobel.solve.kernel.lattice import Lattice
from knobel.solve.kernel.ways import Ends, Kinds, Rolls

Worths = NDArray[np.float64]

STOP = -1
"""In place of a holding: the turn ends with the roll."""


@dataclass(frozen=True, eq=False)
class ArrayTurn:
    """The worths of a turn; throws are counted from 0, before the first."""

    lattice: Lattice
    holding: tuple[Worths, ...]
    """For each number of throws made, the worth of throwing on from each holding."""
    ending: Worths
    """The worth of each roll if the turn ends with it."""
    throws: int
    """How many throws a turn has, without an extra one that may be bought."""
    _held: dict[int, NDArray[np.int32]] = field(default_factory=dict)

    def stays(self, throws: int) -> NDArray[np.int32]:
        """The row of the best holding of each roll after `throws` throws; STOP where the turn ends with it."""
        # Cached: all seats at a table ask for it, and so do explanations.
        if throws not in self._held:
            worths = self.holding[throws]
            rows = _first_best(self.lattice, worths)
            self._held[throws] = np.where(self.ending >= worths[rows], STOP, rows).astype(np.int32)
        return self._held[throws]

    def held(self, throws: int, dice: Sequence[int | None]) -> float:
        """The worth of holding these dice and throwing those in the cup (None), after `throws` throws."""
        return float(self.holding[throws][self.lattice.row(dice)])

    @property
    def start(self) -> float:
        """The worth of the whole turn before its first throw."""
        return float(self.holding[0][0])

    def thrown(self, dice: Sequence[int | None]) -> float:
        """The worth of throwing the dice in the cup if the turn ends with that throw."""
        return float(_expect(self.lattice, self.ending)[self.lattice.row(dice)])

    def ends(self, ends: Sequence[Ends], throws: int, held: Sequence[Sequence[int | None]]) -> list[list[float]]:
        """The expected outcomes; see `turn.Turn`."""
        # Mostly the outcomes are the same after every throw.
        known = {id(one): (np.asarray(one.labels), np.array(one.brings, np.float64)) for one in ends}
        return [self._ends([known[id(one)] for one in ends], throws, dice).tolist() for dice in held]

    def _ends(
        self, ends: Sequence[tuple[NDArray[np.int64], Worths]], throws: int, dice: Sequence[int | None]
    ) -> Worths:
        """The expected outcomes once these dice are held: a forward pass from holdings to rolls to holdings."""
        # It counts ways instead of adding probabilities: whole numbers are exact, and so are ties.
        ways: Worths = np.zeros(self.lattice.size)
        ways[self.lattice.row(dice)] = 1.0
        found = np.zeros(ends[0][1].shape[1])
        for fallen, (labels, brings) in enumerate(ends, throws + 1):
            rolls = _fall(self.lattice, ways)
            if fallen < throws + len(ends):
                rows = self.stays(fallen)
                goes = np.where(rows == STOP, 0.0, rolls)
                ways = np.bincount(np.maximum(rows, 0), goes, self.lattice.size).astype(np.float64, copy=False)
                rolls -= goes
            found = found * self.lattice.ways + np.bincount(labels, rolls, len(brings)) @ brings
        return np.asarray(found / self.lattice.ways ** len(ends))


def lay_open(lattice: Lattice, ending: Rolls, throws: int, bought: Rolls | None = None) -> ArrayTurn:
    """A turn of `throws` throws, from the worth of ending it with each roll.

    `bought` is the worth of ending with each roll after an extra throw, if one may be bought.
    """
    last = ending = np.asarray(ending, np.float64)
    holding = []
    if bought is not None:
        holding.append(_expect(lattice, np.asarray(bought, np.float64)))
        last = np.maximum(last, _choose(lattice, holding[-1]))
    for _ in range(throws - 1):
        holding.append(_expect(lattice, last))
        # A roll is also a holding of itself: to hold everything is to stop.
        last = np.maximum(ending, _choose(lattice, holding[-1]))
    holding.append(_expect(lattice, last))
    return ArrayTurn(lattice, tuple(reversed(holding)), ending, throws)


def _expect(lattice: Lattice, rolls: Worths) -> Worths:
    return reference.expect(lattice, rolls[:, None])[:, 0]


def _choose(lattice: Lattice, held: Worths) -> Worths:
    return reference.choose(lattice, held[:, None])[:, 0]


@lru_cache(maxsize=4)
def holdings(lattice: Lattice) -> NDArray[np.int64]:
    """The rows of all holdings of each roll: rolls x ways, with duplicates."""
    rows = np.zeros((len(lattice.rolls), 1), np.int64)
    rest = lattice.rolls
    parts = []
    for axis in reversed(lattice.axes):
        rest, at = np.divmod(rest, axis.size)
        parts.append(at)
    for axis, at in zip(lattice.axes, reversed(parts), strict=True):
        full = [held for held in axis.index if len(held) == len(axis.layers) - 1]
        ways = {
            axis.index[held]: [axis.index[some] for n in range(len(held) + 1) for some in combinations(held, n)]
            for held in full
        }
        own = np.array([ways[int(number)] for number in at], np.int64)
        rows = (rows[:, :, None] * axis.size + own[:, None, :]).reshape(len(rows), -1)
    return rows


def _fall(lattice: Lattice, ways: Worths) -> Worths:
    """The number of ways to each roll when the dice in the cup are thrown, given the number of ways to each holding.

    All dice count as thrown: those that are held keep their face whichever one they fall on.
    """
    for axis in lattice.axes:
        # The axis that is done becomes the fastest, and the next one the slowest.
        ways = ways.reshape(axis.size, -1).T @ axis.falls
    return np.asarray(ways.ravel()[lattice.places])


def _first_best(lattice: Lattice, worths: Worths) -> NDArray[np.int64]:
    """The row of the best holding of each roll; of equal ones the first in the order of `holdings`."""
    if not all(walk.single for walk in lattice.walks):
        rows = holdings(lattice)
        return np.asarray(rows[np.arange(len(rows)), worths[rows].argmax(axis=1)])
    # Dice that are all different have many holdings: each die goes back into the cup if that is worth as much.
    best = reference.raised(lattice, worths[:, None])[:, 0]
    rows = lattice.rolls
    most = best[rows]
    for walk in lattice.walks:
        less = rows - rows // walk.step % walk.axis.size * walk.step
        rows = np.where(best[less] == most, less, rows)
    return rows


def starts(lattice: Lattice, kinds: Kinds, ends: Sequence[Sequence[float]], throws: int) -> list[float]:
    """The worth of some turns before their first throw; see `turn.starts`."""
    rolls = np.array(ends).T[kinds.array]
    for _ in range(throws - 1):
        rolls = reference.throw(lattice, rolls)
    # To hold nothing is to throw all dice.
    found: list[float] = reference.expect(lattice, rolls)[0].tolist()
    return found


def endings(lattice: Lattice, kinds: Kinds, ends: Sequence[Sequence[float]], throws: int) -> list[list[float]]:
    """The chance that some turns end with each kind of roll; see `turn.endings`."""
    found: list[list[float]] = endings_by_class(lattice, kinds.array, np.array(ends).T, throws).T.tolist()
    return found


def prospects(grid: Lattice, worths: Sequence[Rolls], throws: int, dice: Sequence[int | None]) -> list[float]:
    """The best expectation of each of these columns of worths; see `turn.prospects`."""
    rolls, lying = np.column_stack(list(map(np.asarray, worths))).astype(np.float64), None not in dice
    for _ in range(throws - (not lying)):
        rolls = reference.throw(grid, rolls)
    found = rolls[grid.number(dice)] if lying else reference.expect(grid, rolls)[grid.row(dice)]
    return [float(one) for one in found]
