"""Values of grids computed with arrays, compiled where Numba is installed."""

import numpy as np

from knobel.games.krisskross.rules import Grid
from knobel.games.krisskross.solve.endings import exact_worth, finals
from knobel.games.krisskross.solve.lookahead import look_at_all
from knobel.games.krisskross.solve.weights import Weights
from knobel_lab.solving.kernel.jit import COMPILED


class ArrayGrids:
    """Computes values of grids by learned weights; compiled or not, the results are the same."""

    def __init__(self, advanced: bool, weights: Weights, *, plain: bool = False) -> None:
        self.advanced, self.weights, self.plain = advanced, weights, plain or not COMPILED

    def exact(self, grid: Grid) -> float:
        """The expected points of perfect play from a grid into which at most two throws fit."""
        return exact_worth(grid, self.advanced)

    def finals(self, grid: Grid) -> list[float]:
        """The final points of a player for points, for every two throws that may come to such a grid."""
        found: list[float] = finals(grid, self.advanced).ravel().tolist()
        return found

    def look(self, grids: list[Grid]) -> list[float]:
        """The expectation of the best placement of the next throw, for grids of one stage that take three throws."""
        asked = np.array(grids)
        if self.plain:
            return [float(worth) for worth in look_at_all(asked, self.weights, self.advanced)]
        from knobel_lab.games.krisskross import lookahead_compiled as fast

        rules = fast.rules(self.advanced)
        return [float(worth) for worth in fast.look_at_all(asked, self.weights, rules, fast.make_room(rules))]
