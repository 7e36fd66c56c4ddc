"""Values of Kriss Kross grids: learned with look-ahead, exact if at most two more throws fit.

The last throws are solved exactly. Before them a placement is worth the expectation, over all throws, of the best next
placement, with grids after that valued by learned weights. Other seats do not matter: everybody has a grid of their
own.
"""

from collections.abc import Sequence
from typing import Protocol

from knobel.core.dice import Faces
from knobel.games.holding.rating import Memory
from knobel.games.krisskross.rules import EMPTY, PAIRS, Grid, fill
from knobel.games.krisskross.solve.fitting import EXACT_THROWS, fits, free_cells
from knobel.solve.arrays import HAS_NUMPY

Cells = tuple[int, int]


class Grids(Protocol):
    """Computes values of grids: with arrays or in plain Python."""

    def look(self, grids: list[Grid]) -> list[float]:
        """The expectation of the best placement of the next throw, for grids of one stage that take three throws."""

    def exact(self, grid: Grid) -> float:
        """The expected points of perfect play from a grid into which at most two throws fit."""

    def finals(self, grid: Grid) -> Sequence[float]:
        """The final points of a player for points, for every two throws that may come to such a grid."""


class GridValues:
    """Values of grids and placements, on any back end."""

    def __init__(self, grids: Grids) -> None:
        self.grids = grids
        self._rated: Memory[dict[Cells, float]] = Memory()

    def exact(self, grid: Grid) -> bool:
        """Whether so few throws are left that values are exact, not learned."""
        return not fits(free_cells(grid), EXACT_THROWS + 1)

    def after(self, grid: Grid) -> float:
        """The expected final points of a grid before the next throw."""
        return self._after([grid])[0]

    def rate(self, grid: Grid, dice: Faces) -> dict[Cells, float]:
        """The expected final points of each placement: first die into first cell, second into second."""
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
        """The best placement, the first of several."""
        rated = self.rate(grid, dice)
        return max(rated, key=rated.__getitem__)

    def _after(self, grids: Sequence[Grid]) -> list[float]:
        """The values of grids of one stage."""
        values = {grid: self.grids.exact(grid) for grid in grids if self.exact(grid)}
        others = [grid for grid in grids if grid not in values]
        if others:
            values |= zip(others, self.grids.look(others), strict=True)
        return [values[grid] for grid in grids]


def backend(advanced: bool) -> Grids:
    """Grids of the basic or the advanced game, by the weights shipped with Knobel: with NumPy where it is installed."""
    if not HAS_NUMPY:
        from knobel.games.krisskross.solve.plain_grids import PlainGrids

        return PlainGrids(advanced)
    from knobel.games.krisskross.solve.array_grids import ArrayGrids
    from knobel.games.krisskross.solve.weights import shipped_weights

    return ArrayGrids(advanced, shipped_weights(advanced))


def open_grid_values(advanced: bool) -> GridValues:
    """The values of the basic or the advanced game."""
    return GridValues(backend(advanced))
