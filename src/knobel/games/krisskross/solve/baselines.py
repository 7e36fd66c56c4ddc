"""Kriss Kross players to compare with: random, greedy, flat Monte Carlo, and one who knows all coming throws.

Who knows the throws need not mind their order: twelve dominoes tile the grid around the start cell, and each carries
a throw. Annealing turns dominoes round, exchanges their throws, and turns two that lie side by side; what it finds can
only be too low.
"""

from typing import Any

import numpy as np

from knobel.games.krisskross.rules import SIZE, START
from knobel.games.krisskross.solve.features import CELLS, SYMBOLS
from knobel.games.krisskross.solve.learn import any_choice
from knobel.games.krisskross.solve.lookahead_compiled import (
    LEAST,
    MASKS,
    free_cells,
    gain,
    placeable,
    points,
    read_lines,
    write,
)
from knobel.solve.kernel.jit import jit

ROLL_OUTS = 60


@jit
def seed_dice(seed: Any) -> None:
    """Let what is random in these players fall the same every time."""
    np.random.seed(seed)


@jit
def random_choice(grid: Any, first: Any, second: Any, rules: Any, room: Any) -> Any:
    """Any placement."""
    return any_choice(free_cells(grid))


@jit
def greedy_choice(grid: Any, first: Any, second: Any, rules: Any, room: Any) -> Any:
    """The placement that counts most at once, one of several at random."""
    free = free_cells(grid)
    read_lines(grid, rules, room)
    best, choice, equal = LEAST, 0, 0
    for pair in range(len(MASKS)):
        if free & MASKS[pair] != MASKS[pair]:
            continue
        for turned in range(2):
            a, b = (second, first) if turned else (first, second)
            worth = gain(pair, a, b, rules, room)
            if worth > best:
                best, choice, equal = worth, 2 * pair + turned, 1
            elif worth == best:
                equal += 1
                choice = choice if np.random.randint(equal) else 2 * pair + turned
    return choice


@jit
def roll_out(grid: Any, rules: Any, room: Any) -> Any:
    """The points of a greedy game from here; the grid is filled."""
    while placeable(free_cells(grid)):
        first, second = np.random.randint(SYMBOLS), np.random.randint(SYMBOLS)
        write(grid, greedy_choice(grid, first, second, rules, room), first, second)
    read_lines(grid, rules, room)
    return points(rules, room)


@jit
def monte_carlo_choice(grid: Any, first: Any, second: Any, rules: Any, room: Any) -> Any:
    """The placement with the best mean of greedy roll-outs."""
    free = free_cells(grid)
    best, choice = LEAST, 0
    for tried in range(2 * len(MASKS)):
        if free & MASKS[tried // 2] != MASKS[tried // 2] or (first == second and tried % 2):
            continue
        total = 0.0
        for _ in range(ROLL_OUTS):
            after = grid.copy()
            write(after, tried, first, second)
            total += roll_out(after, rules, room)
        if total > best:
            best, choice = total, tried
    return choice


RUNS = 8
"""So many runs of annealing, of which the best counts."""

STEPS = 200_000
"""The steps of a run."""

HEAT = (2.0, 0.2)
"""Points that a step may well lose, at first and at last."""

TILING = tuple(
    [(SIZE * row, SIZE * row + SIZE) for row in (0, 3)]
    + [(SIZE * row + column, SIZE * row + column + 1) for row in range(SIZE) for column in (1, 3)]
)
"""Some tiling to begin with: two upright dominoes in the first column, the others lie."""

_TILING = np.array(TILING, np.int64)


@jit
def _write(grid: Any, dominoes: Any, throws: Any, at: Any) -> None:
    """Write a throw where its domino lies."""
    grid[dominoes[at, 0]] = throws[at, 0] + 1
    grid[dominoes[at, 1]] = throws[at, 1] + 1


@jit
def _turn_round(dominoes: Any, one: Any) -> None:
    """Exchange the ends of a domino."""
    dominoes[one, 0], dominoes[one, 1] = dominoes[one, 1], dominoes[one, 0]


@jit
def _turn_both(dominoes: Any, one: Any, other: Any) -> Any:
    """Turn two dominoes by a quarter if they lie side by side; whether they did."""
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
    """A step: turn one domino, or two, or exchange two."""
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
def _anneal(throws: Any, rules: Any, room: Any) -> Any:
    """The best points of one run."""
    grid = np.zeros(CELLS, np.int64)
    grid[START] = 1
    dominoes = _TILING.copy()
    for at in range(len(dominoes)):
        _write(grid, dominoes, throws, at)
    read_lines(grid, rules, room)
    now = best = points(rules, room)
    before = dominoes.copy()
    for step in range(STEPS):
        heat = HEAT[0] * (HEAT[1] / HEAT[0]) ** (step / STEPS)
        one, other = np.random.randint(len(dominoes)), np.random.randint(len(dominoes))
        before[:] = dominoes
        _change(dominoes, one, other)
        _write(grid, dominoes, throws, one)
        _write(grid, dominoes, throws, other)
        read_lines(grid, rules, room)
        found = points(rules, room)
        if found >= now or np.random.random() < np.exp((found - now) / heat):
            now = found
            best = max(best, now)
        else:
            dominoes[:] = before
            _write(grid, dominoes, throws, one)
            _write(grid, dominoes, throws, other)
    return best


@jit
def best_known(throws: Any, rules: Any, room: Any) -> Any:
    """The most points that annealing finds with all of these throws."""
    best = _anneal(throws, rules, room)
    for _ in range(RUNS - 1):
        best = max(best, _anneal(throws, rules, room))
    return best
