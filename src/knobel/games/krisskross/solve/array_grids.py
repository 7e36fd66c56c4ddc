"""Values of grids computed with arrays."""

import numpy as np

from knobel.games.krisskross.rules import Grid
from knobel.games.krisskross.solve.endings import exact_worth, finals
from knobel.games.krisskross.solve.lookahead import look_at_all
from knobel.games.krisskross.solve.weights import Weights

BATCH = 32
"""How many grids are looked at together: the system takes larger arrays back each time, and they take twice as long."""


class ArrayGrids:
    """Computes values of grids by learned weights."""

    def __init__(self, advanced: bool, weights: Weights) -> None:
        self.advanced, self.weights = advanced, weights

    def exact(self, grid: Grid) -> float:
        """The expected points of perfect play from a grid into which at most two throws fit."""
        return exact_worth(grid, self.advanced)

    def finals(self, grid: Grid) -> list[float]:
        """The final points of a player for points, for every two throws that may come to such a grid."""
        points: list[float] = finals(grid, self.advanced).ravel().tolist()
        return points

    def look(self, grids: list[Grid]) -> list[float]:
        """The expectation of the best placement of the next throw, for grids of one stage that take three throws."""
        batches = [np.array(grids[start : start + BATCH]) for start in range(0, len(grids), BATCH)]
        return [float(worth) for batch in batches for worth in look_at_all(batch, self.weights, self.advanced)]
