"""Values of grids computed by compiled look-ahead: those of the game's arrays, some three times as fast."""

import numpy as np

from knobel.games.krisskross.rules import Grid
from knobel.games.krisskross.solve.array_grids import ArrayGrids
from knobel.games.krisskross.solve.weights import Weights
from knobel_lab.games.krisskross.lookahead_compiled import look_at_all, make_buffers, rules


class CompiledGrids:
    """Computes values of grids by learned weights; `values.Grids` of the game has the contract."""

    def __init__(self, advanced: bool, weights: Weights) -> None:
        self.advanced, self.weights = advanced, weights
        self._arrays = ArrayGrids(advanced, weights)

    def exact(self, grid: Grid) -> float:
        """The expected points of perfect play from a grid into which at most two throws fit."""
        return self._arrays.exact(grid)

    def finals(self, grid: Grid) -> list[float]:
        """The final points of a player for points, for every two throws that may come to such a grid."""
        return self._arrays.finals(grid)

    def look(self, grids: list[Grid]) -> list[float]:
        """The expectation of the best placement of the next throw, for grids of one stage that take three throws."""
        kernel = rules(self.advanced)
        worths: list[float] = look_at_all(np.array(grids), self.weights, kernel, make_buffers(kernel)).tolist()
        return worths
