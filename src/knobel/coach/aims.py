"""Aims: where a turn ends, and how often, when it goes on as well as it can from the dice that are held."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from knobel.solve import plain
from knobel.solve.lattice import Lattice
from knobel.solve.turn import Turn

Chances = NDArray[np.float64]
Index = NDArray[np.int64]


@lru_cache(maxsize=4)
def holdings(lattice: Lattice) -> Index:
    """The rows of all that may be held of each roll: rolls x ways, some of them the same."""
    rows = np.zeros((len(lattice.rolls), 1), np.int64)
    rest = lattice.rolls
    parts = []
    for axis in reversed(lattice.axes):
        rest, at = np.divmod(rest, axis.size)
        parts.append(at)
    for axis, at in zip(lattice.axes, reversed(parts), strict=True):
        full = [held for held in axis.index if len(held) == len(axis.layers) - 1]
        ways = {axis.index[held]: [axis.index[some] for some in _subsets(held)] for held in full}
        own = np.array([ways[int(number)] for number in at], np.int64)
        rows = (rows[:, :, None] * axis.size + own[:, None, :]).reshape(len(rows), -1)
    return rows


def _subsets(held: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [some for count in range(len(held) + 1) for some in combinations(held, count)]


def aims(turn: Turn, ends: Sequence[Chances], throws: int, dice: Sequence[int | None]) -> Chances:
    """The chance of each kind of ending once the dice in the cup (None) are thrown, after so many throws.

    `ends[k]` tells which kinds of ending each roll is after `throws + k + 1` throws, if the turn ends there.
    """
    lattice = turn.lattice
    last = throws + len(ends)
    rolls = ends[-1]
    for fallen in reversed(range(throws + 1, last)):
        held = plain.expect(lattice, rolls)
        worths = turn.holding[fallen][holdings(lattice)]
        best = worths.argmax(axis=1)
        every = np.arange(len(best))
        stops = turn.ending >= worths[every, best]
        rolls = np.where(stops[:, None], ends[fallen - throws - 1], held[holdings(lattice)[every, best]])
    return np.asarray(plain.expect(lattice, rolls)[lattice.row(dice)])
