"""Search for a grid of at least a given number of points with known throws, compiled: branch and bound over shapes."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knobel.games.krisskross.rules import COLUMNS, DIAGONALS, ROWS, SIZE, START
from knobel_lab.games.krisskross.bound_compiled import ALL, CELLS, NEIGHBOURS, SYMBOL, cell_of
from knobel_lab.solving.kernel.jit import jit

_LINE_CELLS = np.array([*ROWS.values(), *COLUMNS.values(), *DIAGONALS.values()], np.int64)


class Hunt(NamedTuple):
    """The state of a search: the shapes to be combined into a grid of at least `goal` points, and the grid."""

    masks: NDArray[np.int64]
    """The shapes of all symbols, the best of each first."""
    losses: NDArray[np.float64]
    """How much less than the best of its symbol each shape is worth."""
    ends: NDArray[np.int64]
    """The first shape of each symbol, and the number of shapes."""
    order: NDArray[np.int64]
    """The order in which symbols are tried."""
    goal: int
    chosen: NDArray[np.int64]
    grid: NDArray[np.int64]
    stop: NDArray[np.bool_]


@jit
def grid_worth(grid: Any, scoring: Any) -> Any:
    """The points of a grid; a cell has the number of a shape, or -1 for none."""
    total = 0.0
    for line in range(2 * SIZE + 2):
        points, symbols = 0.0, 0
        for at in range(SIZE):
            cell = grid[_LINE_CELLS[line, at]]
            if cell < 0 or symbols >> cell & 1:
                continue
            symbols |= 1 << cell
            pattern = 0
            for other in range(at, SIZE):
                pattern |= (grid[_LINE_CELLS[line, other]] == cell) << other
            if line < 2 * SIZE:
                points += scoring.line[pattern]
            else:
                points += scoring.down[pattern] if line == 2 * SIZE else scoring.up[pattern]
        total += points - (scoring.fine if points == 0 and line < 2 * SIZE else 0.0)
    return total


@jit
def tiles(rest: Any, grid: Any, throws: Any, beyond: Any, outside: Any) -> Any:
    """Whether dominoes of these throws cover the cells whose shape is known.

    `beyond` counts for each shape the throws that combine it with one not known yet, for which cells `outside` are
    left.
    """
    if rest == 0:
        return True
    low = rest & -rest
    cell = cell_of(low)
    one = grid[cell]
    inside = NEIGHBOURS[cell] & rest
    while inside:
        bit = inside & -inside
        inside ^= bit
        other = grid[cell_of(bit)]
        a, b = min(one, other), max(one, other)
        if throws[a, b] == 0:
            continue
        throws[a, b] -= 1
        done = tiles(rest ^ low ^ bit, grid, throws, beyond, outside)
        throws[a, b] += 1
        if done:
            return True
    partners = NEIGHBOURS[cell] & outside if beyond[one] else 0
    while partners:
        bit = partners & -partners
        partners ^= bit
        beyond[one] -= 1
        done = tiles(rest ^ low, grid, throws, beyond, outside ^ bit)
        beyond[one] += 1
        if done:
            return True
    return False


@jit
def fits(task: Any, hunt: Any, depth: Any) -> Any:
    """Whether the shapes chosen so far can be covered by dominoes; writes them into the grid."""
    for cell in range(CELLS):
        hunt.grid[cell] = -1
    covered, empty = np.int64(0), np.int64(0)
    count = len(hunt.order)
    known = np.zeros(count, np.bool_)
    for at in range(depth):
        one = hunt.order[at]
        if task.kinds[one] != SYMBOL:
            empty |= hunt.chosen[one]
            continue
        known[one] = True
        covered |= hunt.chosen[one]
        for cell in range(CELLS):
            if hunt.chosen[one] >> cell & 1:
                hunt.grid[cell] = one
    beyond = np.zeros(count, np.int64)
    for one in range(count):
        for other in range(count):
            if known[one] and not known[other]:
                beyond[one] += task.throws[min(one, other), max(one, other)]
    start = np.int64(1) << START
    return tiles(covered & ~start, hunt.grid, task.throws, beyond, ALL & ~covered & ~start & ~empty)


@jit
def still_fits(hunt: Any, depth: Any, used: Any, slack: Any) -> Any:
    """Whether the remaining symbols have shapes in unused cells, whose losses together stay within the slack."""
    for at in range(depth, len(hunt.order)):
        one = hunt.order[at]
        place, end = hunt.ends[one], hunt.ends[one + 1]
        while place < end and hunt.masks[place] & used:
            place += 1
        if place == end or hunt.losses[place] > slack:
            return False
        slack -= hunt.losses[place]
    return True


@jit
def search(task: Any, scoring: Any, hunt: Any, depth: Any, used: Any, slack: Any) -> Any:
    """Combine shapes into a grid of at least `goal` points, left in `grid`; return whether there is one.

    Every shape that is not the best of its symbol uses up some of the slack between bound and goal.
    """
    if depth == len(hunt.order):
        return used == ALL and grid_worth(hunt.grid, scoring) >= hunt.goal
    one = hunt.order[depth]
    for at in range(hunt.ends[one], hunt.ends[one + 1]):
        if hunt.losses[at] > slack or hunt.stop[0]:
            break
        if hunt.masks[at] & used:
            continue
        taken, left = used | hunt.masks[at], slack - hunt.losses[at]
        if not still_fits(hunt, depth + 1, taken, left):
            continue
        hunt.chosen[one] = hunt.masks[at]
        if fits(task, hunt, depth + 1) and search(task, scoring, hunt, depth + 1, taken, left):
            return True
    return False
