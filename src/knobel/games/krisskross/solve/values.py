"""The strongest Kriss Kross player we have: learned values with look-ahead, exact when two more throws fit at most.

The last throws are worked out exactly. Before them a placement is worth what the best placements of the next throw
lead to, in the mean over all throws, where the grids after that are judged by learned weights. Other seats do not
matter: everybody writes into a grid of their own.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from knobel.core.dice import Faces
from knobel.games.holding.rating import Memory
from knobel.games.krisskross.rules import EMPTY, PAIRS, Grid, fill
from knobel.games.krisskross.solve.endings import MOST, exact_worth, fits, free_cells
from knobel.games.krisskross.solve.lookahead import look_at_all
from knobel.games.krisskross.solve.weights import Weights, load_weights, shipped_weights
from knobel.solve.kernel.jit import COMPILED

Cells = tuple[int, int]


class GridValues:
    """Judges grids by weights; the same whether compiled or not."""

    def __init__(self, advanced: bool, weights: Weights, *, plain: bool = not COMPILED) -> None:
        self.advanced, self.weights, self.plain = advanced, weights, plain
        self._rated: Memory[dict[Cells, float]] = Memory()

    def exact(self, grid: Grid) -> bool:
        """So few throws are left that values are exact, not learned."""
        return not fits(free_cells(grid), MOST + 1)

    def after(self, grid: Grid) -> float:
        """The points to expect at the end from a grid before the next throw."""
        return self._after([grid])[0]

    def rate(self, grid: Grid, dice: Faces) -> dict[Cells, float]:
        """The points to expect at the end from each placement: first die into first cell, second into second."""
        return self._rated.get((grid, dice), lambda: self._rate(grid, dice))

    def _rate(self, grid: Grid, dice: Faces) -> dict[Cells, float]:
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
