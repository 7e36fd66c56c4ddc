"""The last throws of Kriss Kross, solved exactly: the worth of a grid, and its final points for every throw."""

from functools import cache, reduce

import numpy as np
from numpy.typing import NDArray

from knobel.games.krisskross.rules import PAIRS, Grid
from knobel.games.krisskross.solve.features import Ints, frame
from knobel.games.krisskross.solve.fitting import MASKS, fits, free_cells, free_pairs
from knobel.games.krisskross.solve.shapes import SYMBOLS

THROWS = SYMBOLS**2
"""The number of throws, with distinguishable dice."""

Points = NDArray[np.float64]


def exact_worth(grid: Grid, advanced: bool) -> float:
    """The expected points of perfect play from a grid into which at most EXACT_THROWS throws fit."""
    free, codes = free_cells(grid), frame(advanced).lines @ np.array(grid)
    if not fits(free, 1):
        return float(_points(codes, (), advanced))
    return float(_best([_two(free ^ MASKS[pair], codes, PAIRS[pair], advanced) for pair in free_pairs(free)]).mean())


def _two(free: int, codes: Ints, cells: tuple[int, int], advanced: bool) -> Points:
    """The worth of each way to fill these cells, if the cells of `free` stay empty."""
    ends = [_points(codes, (*cells, *PAIRS[pair]), advanced) for pair in free_pairs(free)]
    return _best(ends).mean(axis=(2, 3)) if ends else _points(codes, cells, advanced)


def _best(placed: list[Points]) -> Points:
    """The best placement for each throw: the last two axes are its dice, in either order."""
    best = reduce(np.maximum, placed)
    return np.maximum(best, best.swapaxes(-1, -2))


def _points(codes: Ints, cells: tuple[int, ...], advanced: bool) -> Points:
    """The points with every symbol in each of these cells: an axis for each cell."""
    layout = frame(advanced)
    total = np.full((SYMBOLS,) * len(cells), layout.points[layout.kinds, codes].sum(), np.float64)
    for line, added in _changes(cells, advanced):
        points, code = layout.points[layout.kinds[line]], codes[line]
        total += points[code + added] - points[code]
    return total


@cache
def _changes(cells: tuple[int, ...], advanced: bool) -> list[tuple[int, Ints]]:
    """The lines of these cells, and what symbols in them add to their codes: an axis for each cell."""
    axes = np.ix_(*[range(1, SYMBOLS + 1)] * len(cells))
    changes = []
    for line, powers in enumerate(frame(advanced).lines):
        added = [powers[cell] * axis for cell, axis in zip(cells, axes, strict=True) if powers[cell]]
        if added:
            changes.append((line, reduce(np.add, added)))
    return changes


def finals(grid: Grid, advanced: bool) -> Points:
    """The final points of a player for points, for every two throws to come: throws x throws.

    At most EXACT_THROWS throws fit. Throw n shows symbol n // 6 and symbol n % 6, both counted from 0. The mean of
    all entries is the worth of the grid.
    """
    free, codes = free_cells(grid), frame(advanced).lines @ np.array(grid)
    pairs = free_pairs(free)
    if not pairs:
        return np.full((THROWS, THROWS), float(_points(codes, (), advanced)))
    ends = np.array([_second(free ^ MASKS[pair], codes, PAIRS[pair], advanced) for pair in pairs])
    # Both orders of the dice: placements x first die x second die x second throw.
    ways = np.stack([ends, ends.swapaxes(1, 2)], axis=1).reshape(-1, SYMBOLS, SYMBOLS, THROWS)
    best = ways.sum(axis=-1).argmax(axis=0)
    points = np.take_along_axis(ways, best[None, ..., None], axis=0)[0]
    return np.asarray(points.reshape(THROWS, THROWS))


def _second(free: int, codes: Ints, cells: tuple[int, int], advanced: bool) -> Points:
    """The final points for each way to fill these cells and each throw after it, if the cells of `free` stay empty."""
    ends = [_points(codes, (*cells, *PAIRS[pair]), advanced) for pair in free_pairs(free)]
    best = _best(ends) if ends else _points(codes, cells, advanced)[..., None, None]
    return np.broadcast_to(best, (SYMBOLS,) * 4).reshape(SYMBOLS, SYMBOLS, THROWS)
