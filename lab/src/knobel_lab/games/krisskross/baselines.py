"""Baseline players of Kriss Kross: random, greedy and flat Monte Carlo."""

from typing import Any

import numpy as np

from knobel.games.krisskross.solve.shapes import SYMBOLS
from knobel_lab.games.krisskross.learn import any_choice
from knobel_lab.games.krisskross.lookahead_compiled import (
    MASKS,
    WORST,
    free_cells,
    gain,
    placeable,
    points,
    read_lines,
    write,
)
from knobel_lab.solving.kernel.jit import jit

ROLL_OUTS = 60


@jit
def seed_dice(seed: Any) -> None:
    """Seed the random numbers of these players."""
    np.random.seed(seed)


@jit
def random_choice(grid: Any, first: Any, second: Any, rules: Any, buffers: Any) -> Any:
    """A random placement."""
    return any_choice(free_cells(grid))


@jit
def greedy_choice(grid: Any, first: Any, second: Any, rules: Any, buffers: Any) -> Any:
    """The placement that adds most points, one of several at random."""
    free = free_cells(grid)
    read_lines(grid, rules, buffers)
    best, choice, equal = WORST, 0, 0
    for pair in range(len(MASKS)):
        if free & MASKS[pair] != MASKS[pair]:
            continue
        for turned in range(2):
            a, b = (second, first) if turned else (first, second)
            worth = gain(pair, a, b, rules, buffers)
            if worth > best:
                best, choice, equal = worth, 2 * pair + turned, 1
            elif worth == best:
                equal += 1
                choice = choice if np.random.randint(equal) else 2 * pair + turned
    return choice


@jit
def roll_out(grid: Any, rules: Any, buffers: Any) -> Any:
    """The points of a greedy playout from here; fills the grid."""
    while placeable(free_cells(grid)):
        first, second = np.random.randint(SYMBOLS), np.random.randint(SYMBOLS)
        write(grid, greedy_choice(grid, first, second, rules, buffers), first, second)
    read_lines(grid, rules, buffers)
    return points(rules, buffers)


@jit
def monte_carlo_choice(grid: Any, first: Any, second: Any, rules: Any, buffers: Any) -> Any:
    """The placement with the best mean of greedy playouts."""
    free = free_cells(grid)
    best, choice = WORST, 0
    for tried in range(2 * len(MASKS)):
        if free & MASKS[tried // 2] != MASKS[tried // 2] or (first == second and tried % 2):
            continue
        total = 0.0
        for _ in range(ROLL_OUTS):
            after = grid.copy()
            write(after, tried, first, second)
            total += roll_out(after, rules, buffers)
        if total > best:
            best, choice = total, tried
    return choice
