"""A good grid for known throws, by simulated annealing.

Dominoes tile the grid around the start cell, and each carries a throw. A step flips one, swaps the throws of two, or
rotates two that lie side by side. The result is a lower bound on the best grid.
"""

from typing import Any

import numpy as np

from knobel.games.krisskross.rules import SIZE, START
from knobel_lab.games.krisskross.bound_compiled import CELLS, copy
from knobel_lab.games.krisskross.search_compiled import grid_worth
from knobel_lab.solving.kernel.jit import jit

STEPS = 100_000
"""The number of steps of a run."""

HEAT = (2.0, 0.2)
"""The temperature in points, at the first and at the last step."""

_TILING = np.array(
    [(SIZE * row, SIZE * row + SIZE) for row in (0, 3)]
    + [(SIZE * row + column, SIZE * row + column + 1) for row in range(SIZE) for column in (1, 3)],
    np.int64,
)
"""The initial tiling: two upright dominoes in the first column, the others horizontal."""


@jit
def _write(grid: Any, dominoes: Any, throws: Any, at: Any) -> None:
    """Write a throw into the cells of its domino."""
    grid[dominoes[at, 0]] = throws[at, 0]
    grid[dominoes[at, 1]] = throws[at, 1]


@jit
def _turn_round(dominoes: Any, one: Any) -> None:
    """Flip a domino: swap its ends."""
    dominoes[one, 0], dominoes[one, 1] = dominoes[one, 1], dominoes[one, 0]


@jit
def _turn_both(dominoes: Any, one: Any, other: Any) -> Any:
    """Rotate two dominoes by a quarter turn if they lie side by side; return whether they did."""
    a, b = min(dominoes[one, 0], dominoes[one, 1]), max(dominoes[one, 0], dominoes[one, 1])
    c, d = min(dominoes[other, 0], dominoes[other, 1]), max(dominoes[other, 0], dominoes[other, 1])
    beside = c - a == d - b and c > a
    if beside and ((b - a == 1 and c - a == SIZE) or (b - a == SIZE and c - a == 1 and c % SIZE)):
        dominoes[one, 0], dominoes[one, 1] = a, c
        dominoes[other, 0], dominoes[other, 1] = b, d
        return True
    return False


@jit
def _change(dominoes: Any, one: Any, other: Any) -> None:
    """A random step: flip one domino, rotate two, or swap two."""
    if one == other:
        _turn_round(dominoes, one)
    elif np.random.randint(2) or not _turn_both(dominoes, one, other):
        for end in range(2):
            dominoes[one, end], dominoes[other, end] = dominoes[other, end], dominoes[one, end]
    if np.random.randint(2):
        _turn_round(dominoes, one)
    if np.random.randint(2):
        _turn_round(dominoes, other)


@jit
def anneal(throws: Any, start: Any, scoring: Any, runs: Any, stop: Any) -> Any:
    """The best grid of some runs, as numbers of symbols; deterministic for the same throws."""
    np.random.seed(0)
    best, best_grid = -np.inf, np.zeros(CELLS, np.int64)
    for _ in range(runs):
        grid = np.zeros(CELLS, np.int64)
        grid[START] = start
        dominoes = _TILING.copy()
        for at in range(len(dominoes)):
            _write(grid, dominoes, throws, at)
        now = grid_worth(grid, scoring)
        before = np.zeros((2, 2), np.int64)
        for step in range(STEPS):
            heat = HEAT[0] * (HEAT[1] / HEAT[0]) ** (step / STEPS)
            one, other = np.random.randint(len(dominoes)), np.random.randint(len(dominoes))
            for end in range(2):
                before[0, end], before[1, end] = dominoes[one, end], dominoes[other, end]
            _change(dominoes, one, other)
            _write(grid, dominoes, throws, one)
            _write(grid, dominoes, throws, other)
            found = grid_worth(grid, scoring)
            if found >= now or np.random.random() < np.exp((found - now) / heat):
                now = found
            else:
                for end in range(2):
                    dominoes[one, end], dominoes[other, end] = before[0, end], before[1, end]
                _write(grid, dominoes, throws, one)
                _write(grid, dominoes, throws, other)
            if now > best:
                best = now
                copy(best_grid, grid)
            if stop[0]:
                return best_grid
    return best_grid
