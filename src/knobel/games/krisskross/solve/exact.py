"""The end of Kriss Kross, exactly: what grids are worth that can take two more throws at most."""

from functools import cache, reduce

import numpy as np
from numpy.typing import NDArray

from knobel.games.krisskross.rules import EMPTY, PAIRS, Grid
from knobel.games.krisskross.solve.features import Ints, frame
from knobel.games.krisskross.solve.patterns import SYMBOLS

MOST = 2
"""More throws than these take too long."""

MASKS = tuple(1 << one | 1 << other for one, other in PAIRS)
Points = NDArray[np.float64]


def free_cells(grid: Grid) -> int:
    """The empty cells, as bits."""
    return sum(1 << cell for cell, symbol in enumerate(grid) if symbol == EMPTY)


@cache
def fits(free: int, throws: int) -> bool:
    """So many throws can be placed in these cells one after the other."""
    return throws == 0 or any(free & mask == mask and fits(free ^ mask, throws - 1) for mask in MASKS)


def exact_worth(grid: Grid, advanced: bool) -> float:
    """The mean points of perfect play from a grid in which at most MOST throws fit."""
    free, codes = free_cells(grid), frame(advanced).lines @ np.array(grid)
    if not fits(free, 1):
        return float(_points(codes, (), advanced))
    return float(_best([_two(free ^ MASKS[pair], codes, PAIRS[pair], advanced) for pair in _pairs(free)]).mean())


def _pairs(free: int) -> list[int]:
    return [pair for pair, mask in enumerate(MASKS) if free & mask == mask]


def _two(free: int, codes: Ints, cells: tuple[int, int], advanced: bool) -> Points:
    """What each way to fill these cells is worth, when so many cells stay free."""
    ends = [_points(codes, (*cells, *PAIRS[pair]), advanced) for pair in _pairs(free)]
    return _best(ends).mean(axis=(2, 3)) if ends else _points(codes, cells, advanced)


def _best(placed: list[Points]) -> Points:
    """The best for each throw: the last two axes are its dice, either in either cell."""
    best = reduce(np.maximum, placed)
    return np.maximum(best, best.swapaxes(-1, -2))


def _points(codes: Ints, cells: tuple[int, ...], advanced: bool) -> Points:
    """The points with every symbol in each of these cells: an axis for each cell."""
    made = frame(advanced)
    total = np.full((SYMBOLS,) * len(cells), made.points[made.kinds, codes].sum(), np.float64)
    for line, more in _changes(cells, advanced):
        points, code = made.points[made.kinds[line]], codes[line]
        total += points[code + more] - points[code]
    return total


@cache
def _changes(cells: tuple[int, ...], advanced: bool) -> list[tuple[int, Ints]]:
    """The lines that these cells belong to, and what symbols in them add to their codes: an axis for each cell."""
    axes = np.ix_(*[range(1, SYMBOLS + 1)] * len(cells))
    changes = []
    for line, powers in enumerate(frame(advanced).lines):
        added = [powers[cell] * axis for cell, axis in zip(cells, axes, strict=True) if powers[cell]]
        if added:
            changes.append((line, reduce(np.add, added)))
    return changes
