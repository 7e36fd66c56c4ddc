"""The strongest Kriss Kross player we have: learned values with look-ahead, exact when two more throws fit at most.

The last throws are worked out exactly. Before them a placement is worth what the best placements of the next throw
lead to, in the mean over all throws, where the grids after that are judged by learned weights. Other seats do not
matter: everybody writes into a grid of their own.
"""

from collections.abc import Sequence
from functools import cache, reduce
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from knobel.core.dice import Faces
from knobel.games.krisskross.rules import EMPTY, PAIRS, Grid, fill
from knobel.games.krisskross.solve.features import SYMBOLS, Ints, frame
from knobel.games.krisskross.solve.lookahead import look_at_all
from knobel.games.krisskross.solve.weights import Weights, load_weights, shipped_weights
from knobel.solve.kernel.jit import COMPILED

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


Cells = tuple[int, int]


class GridValues:
    """Judges grids by weights; the same whether compiled or not."""

    def __init__(self, advanced: bool, weights: Weights, *, plain: bool = not COMPILED) -> None:
        self.advanced, self.weights, self.plain = advanced, weights, plain

    def exact(self, grid: Grid) -> bool:
        """So few throws are left that values are exact, not learned."""
        return not fits(free_cells(grid), MOST + 1)

    def after(self, grid: Grid) -> float:
        """The points to expect at the end from a grid before the next throw."""
        return self._after([grid])[0]

    def rate(self, grid: Grid, dice: Faces) -> dict[Cells, float]:
        """The points to expect at the end from each placement: first die into first cell, second into second."""
        free = [pair for pair in PAIRS if grid[pair[0]] == grid[pair[1]] == EMPTY]
        cells = [ordered for one, other in free for ordered in ((one, other), (other, one))]
        grids = [fill(grid, ordered, tuple(dice)) for ordered in cells]
        # Two equal dice make the same grid twice.
        different = list(dict.fromkeys(grids))
        values = dict(zip(different, self._after(different), strict=True))
        return {ordered: values[after] for ordered, after in zip(cells, grids, strict=True)}

    def best(self, grid: Grid, dice: Faces) -> Cells:
        """The placement worth most, the first of several."""
        rated = self.rate(grid, dice)
        return max(rated, key=rated.__getitem__)

    def _after(self, grids: Sequence[Grid]) -> list[float]:
        """The worth of grids of one stage."""
        known = {grid: exact_worth(grid, self.advanced) for grid in grids if self.exact(grid)}
        others = [grid for grid in grids if grid not in known]
        if others:
            known |= zip(others, self._look(np.array(others)).tolist(), strict=True)
        return [known[grid] for grid in grids]

    def _look(self, grids: NDArray[np.int64]) -> NDArray[np.float64]:
        if self.plain:
            return look_at_all(grids, self.weights, self.advanced)
        from knobel.games.krisskross.solve import lookahead_compiled as fast

        rules = fast.rules(self.advanced)
        return np.asarray(fast.look_at_all(grids, self.weights, rules, fast.make_room(rules)))


def open_grid_values(advanced: bool, path: Path | None = None, *, plain: bool = False) -> GridValues:
    """The judge of the basic or the advanced game, with the weights in a file or those that come with Knobel."""
    weights = load_weights(advanced, path) if path else shipped_weights(advanced)
    return GridValues(advanced, weights, plain=plain or not COMPILED)
