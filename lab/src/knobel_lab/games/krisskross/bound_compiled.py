"""An upper bound on the points of a grid when all throws are known, compiled: Lagrangian relaxation over shapes.

A filled grid is one *shape* for each symbol: the cells that show it, as a mask of 25 bits. The points are those of the
shapes, except for lines that count when they are worth nothing, and a shape can be checked alone: it has as many cells
as the throws have of its symbol, its doubles lie inside it, and every other cell of it needs a neighbour outside.

With a *price* (Lagrange multiplier) for each cell, the best shape of each symbol is found independently of all others,
and their sum is an upper bound for any grid. Good prices make the bound so low that only few shapes are within the
remaining slack, and those are combined (`search_compiled`).

Empty cells are one more shape, which scores nothing and has no two neighbours.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knobel.games.krisskross.rules import PAIRS, SIZE, START
from knobel_lab.solving.kernel.jit import jit

CELLS = SIZE * SIZE
LINES = 1 << SIZE
"""The number of patterns of a line: a bit for each of its cells."""

ALL = (1 << CELLS) - 1
SYMBOL, ISOLATED, ANYWHERE = range(3)
"""The kinds of shapes: of a symbol, of empty cells of which no two are neighbours, of any empty cells."""

NEIGHBOURS = np.zeros(CELLS, np.int64)
for _one, _other in PAIRS:
    NEIGHBOURS[_one] |= 1 << _other
    NEIGHBOURS[_other] |= 1 << _one

_patterns = range(LINES)
SIZES = np.array([pattern.bit_count() for pattern in _patterns], np.int64)
SPREAD = np.array([sum((p >> at & 1) << SIZE * at for at in range(SIZE)) for p in _patterns], np.int64)
"""The bits of a row spread out, so that combined rows are columns one after the other."""

THREE = np.array([sum((p >> at & 1) << 3 * at for at in range(SIZE)) for p in _patterns], np.int64)
"""The bits of a row spread out for columns of three rows."""

DOWN = np.array([[(p >> row & 1) << row for p in _patterns] for row in range(SIZE)], np.int64)
UP = np.array([[(p >> (SIZE - 1 - row) & 1) << row for p in _patterns] for row in range(SIZE)], np.int64)
"""The bits that a row adds to the patterns of the two diagonals."""

STEP, PATIENCE, SHRINK, PUSH, LEAST_STEP = 3.0, 10, 0.5, 0.7, 0.01
"""Parameters of the subgradient method.

They are the points aimed below the bound, steps without progress before the step shrinks, the factor by which it does,
momentum, and the smallest step.
"""

NOTHING = -1e9


class Scoring(NamedTuple):
    """The points of lines, by the pattern of one symbol in them."""

    line: NDArray[np.float64]
    down: NDArray[np.float64]
    up: NDArray[np.float64]
    fine: float
    """The penalty for a row or column worth nothing."""


class Task(NamedTuple):
    """The shapes to be found: for each its size, doubles, whether it has the start cell, and its kind."""

    sizes: NDArray[np.int64]
    doubles: NDArray[np.int64]
    start: NDArray[np.int64]
    kinds: NDArray[np.int64]
    throws: NDArray[np.int64]
    """The number of throws that show two shapes together."""


class Begun(NamedTuple):
    """The first three rows of a shape."""

    mask: int
    columns: int
    down: int
    up: int
    left: int
    """How many cells are left for the other rows."""
    worth: float


class Tables(NamedTuple):
    """The worths of patterns at given prices: of rows, of columns, and upper bounds for the last two rows."""

    rows: NDArray[np.float64]
    columns: NDArray[np.float64]
    first: NDArray[np.float64]
    """The worth of the first three columns together."""
    rest: NDArray[np.float64]
    """The worth of the other two columns."""
    most: NDArray[np.float64]
    """An upper bound on all columns, by their first three rows."""
    last: NDArray[np.float64]
    """An upper bound on the last two rows, by their number of cells."""
    down: NDArray[np.float64]
    up: NDArray[np.float64]
    most_down: NDArray[np.float64]
    most_up: NDArray[np.float64]


@jit
def make_tables() -> Any:
    """Allocate tables."""
    line, ten, fifteen = (SIZE, LINES), 1 << 10, 1 << 15
    return Tables(
        np.zeros(line),
        np.zeros(line),
        np.zeros(fifteen),
        np.zeros(ten),
        np.zeros(fifteen),
        np.zeros(2 * SIZE + 1),
        np.zeros(LINES),
        np.zeros(LINES),
        np.zeros(8),
        np.zeros(8),
    )


@jit
def copy(to: Any, values: Any) -> None:
    """Copy values; loops compile much faster than slices."""
    for at in range(len(values)):
        to[at] = values[at]


@jit
def cell_of(bit: Any) -> Any:
    """The cell of a mask with one bit."""
    cell = 0
    while bit >> cell & 1 == 0:
        cell += 1
    return cell


@jit
def pattern_of(mask: Any, row: Any, column: Any) -> Any:
    """The pattern of a row, or of a column if `column` is not negative."""
    if column < 0:
        return mask >> SIZE * row & (LINES - 1)
    pattern = 0
    for at in range(SIZE):
        pattern |= (mask >> (SIZE * at + column) & 1) << at
    return pattern


@jit
def pairs_up(rest: Any, outside: Any, doubles: Any) -> Any:
    """Whether dominoes cover all these cells: `doubles` of them inside, the others with one cell outside each."""
    if rest == 0:
        return doubles == 0
    left = 0
    more = rest
    while more:
        more &= more - 1
        left += 1
    if left < 2 * doubles:
        return False
    low = rest & -rest
    around = NEIGHBOURS[cell_of(low)]
    inside = around & rest if doubles else 0
    while inside:
        bit = inside & -inside
        inside ^= bit
        if pairs_up(rest ^ low ^ bit, outside, doubles - 1):
            return True
    partners = around & outside if left > 2 * doubles else 0
    while partners:
        bit = partners & -partners
        partners ^= bit
        if pairs_up(rest ^ low, outside ^ bit, doubles):
            return True
    return False


@jit
def possible(mask: Any, doubles: Any, kind: Any) -> Any:
    """Whether a shape can be part of a grid."""
    start = np.int64(1) << START
    if kind == SYMBOL:
        return pairs_up(mask & ~start, ALL & ~mask & ~start, doubles)
    more = mask if kind == ISOLATED else 0
    while more:
        low = more & -more
        more ^= low
        if NEIGHBOURS[cell_of(low)] & mask:
            return False
    return True


@jit
def fill_tables(tables: Any, scoring: Any, prices: Any, bonus: Any, kind: Any) -> None:
    """Fill in the worths of patterns: points, plus a bonus for lines worth something, minus prices."""
    counts = 1.0 if kind == SYMBOL else 0.0
    for line in range(SIZE):
        for pattern in range(LINES):
            points = counts * scoring.line[pattern]
            scores = points > 0
            tables.columns[line, pattern] = points + (bonus[SIZE + line] if scores else 0.0)
            worth = points + (bonus[line] if scores else 0.0)
            for at in range(SIZE):
                worth -= prices[SIZE * line + at] if pattern >> at & 1 else 0.0
            tables.rows[line, pattern] = worth
    for pattern in range(LINES):
        tables.down[pattern] = counts * scoring.down[pattern]
        tables.up[pattern] = counts * scoring.up[pattern]
    columns = tables.columns
    for pair in range(1 << 10):
        tables.rest[pair] = columns[3, pair & 31] + columns[4, pair >> 5]
        for third in range(LINES):
            tables.first[pair | third << 10] = columns[0, pair & 31] + columns[1, pair >> 5] + columns[2, third]
    fill_bounds(tables)


@jit
def fill_bounds(tables: Any) -> None:
    """Fill in the upper bounds for shapes whose first three rows are known."""
    tops = np.full((SIZE, 8), NOTHING)
    for begun in range(8):
        tables.most_down[begun] = tables.most_up[begun] = 0.0
    for pattern in range(LINES):
        begun = pattern & 7
        for column in range(SIZE):
            tops[column, begun] = max(tops[column, begun], tables.columns[column, pattern])
        tables.most_down[begun] = max(tables.most_down[begun], tables.down[pattern])
        tables.most_up[begun] = max(tables.most_up[begun], tables.up[pattern])
    for begun in range(1 << 15):
        most = 0.0
        for column in range(SIZE):
            most += tops[column, begun >> 3 * column & 7]
        tables.most[begun] = most
    for size in range(2 * SIZE + 1):
        tables.last[size] = NOTHING
    for one in range(LINES):
        for other in range(LINES):
            size = SIZES[one] + SIZES[other]
            tables.last[size] = max(tables.last[size], tables.rows[3, one] + tables.rows[4, other])


@jit
def worth_of(mask: Any, tables: Any) -> Any:
    """The worth of a shape at the prices of the tables."""
    total, columns, down, up = 0.0, 0, 0, 0
    for row in range(SIZE):
        pattern = mask >> SIZE * row & (LINES - 1)
        total += tables.rows[row, pattern]
        columns |= SPREAD[pattern] << row
        down |= DOWN[row, pattern]
        up |= UP[row, pattern]
    return total + tables.first[columns & 0x7FFF] + tables.rest[columns >> 15] + tables.down[down] + tables.up[up]


@jit
def shapes(task: Any, one: Any, tables: Any, least: Any, kept: Any) -> Any:
    """Enumerate the possible shapes of a symbol worth more than `least`, by branch and bound; return their number.

    They are stored as masks and worths, as far as the buffer goes; in a buffer of length one, only the best.
    """
    masks, worths = kept
    size, found = task.sizes[one], np.int64(0)  # as a literal it would be compiled for as well
    for p0 in range(LINES):
        for p1 in range(LINES):
            begun_with = SIZES[p0] + SIZES[p1]
            if begun_with > size or begun_with + 3 * SIZE < size:
                continue
            for p2 in range(LINES):
                left = size - begun_with - SIZES[p2]
                if p2 & 1 != task.start[one] or left < 0 or left > 2 * SIZE:
                    continue
                worth = tables.rows[0, p0] + tables.rows[1, p1] + tables.rows[2, p2]
                down, up = DOWN[0, p0] | DOWN[1, p1] | DOWN[2, p2], UP[0, p0] | UP[1, p1] | UP[2, p2]
                most = worth + tables.most[THREE[p0] | THREE[p1] << 1 | THREE[p2] << 2] + tables.last[left]
                if most + tables.most_down[down] + tables.most_up[up] <= least:
                    continue
                begun = Begun(
                    p0 | p1 << 5 | p2 << 10, SPREAD[p0] | SPREAD[p1] << 1 | SPREAD[p2] << 2, down, up, left, worth
                )
                found = complete(task, one, tables, begun, least, found, kept)
                if len(masks) == 1 and found:
                    least = max(least, worths[0])
    return found


@jit
def complete(task: Any, one: Any, tables: Any, begun: Any, least: Any, found: Any, kept: Any) -> Any:
    """Add the shapes that begin with these three rows; return how many there are now."""
    masks, worths = kept
    for p3 in range(LINES):
        if SIZES[p3] > begun.left or SIZES[p3] + SIZE < begun.left:
            continue
        for p4 in range(LINES):
            if SIZES[p3] + SIZES[p4] != begun.left:
                continue
            columns = begun.columns | SPREAD[p3] << 3 | SPREAD[p4] << 4
            worth = begun.worth + tables.rows[3, p3] + tables.rows[4, p4]
            worth += tables.first[columns & 0x7FFF] + tables.rest[columns >> 15]
            worth += tables.down[begun.down | DOWN[3, p3] | DOWN[4, p4]] + tables.up[begun.up | UP[3, p3] | UP[4, p4]]
            mask = np.int64(begun.mask | p3 << 15 | p4 << 20)
            if worth <= least or not possible(mask, task.doubles[one], task.kinds[one]):
                continue
            if len(masks) == 1:
                least, found = worth, 0
            if found < len(masks):
                masks[found], worths[found] = mask, worth
            found += 1
    return found


@jit
def best_shape(task: Any, one: Any, tables: Any, known: Any) -> Any:
    """The best shape at these prices, and its worth; a known shape (or 0) only speeds up the search."""
    masks, worths = np.array([known]), np.array([worth_of(known, tables) if known else NOTHING])
    shapes(task, one, tables, worths[0], (masks, worths))
    return masks[0], worths[0]


@jit
def bound_at(task: Any, scoring: Any, prices: Any, bonus: Any, tables: Any, known: Any, slope: Any) -> Any:
    """The upper bound at given prices, and its subgradient; the best shapes are left in `known`."""
    bound = 0.0
    for cell in range(CELLS):
        bound += prices[cell]
        slope[cell] = 1.0
    for line in range(2 * SIZE):
        bound -= scoring.fine - max(0.0, scoring.fine - bonus[line])
        slope[CELLS + line] = -1.0 if bonus[line] < scoring.fine else 0.0
    kind = -1
    for one in range(len(known)):
        if task.kinds[one] != kind:
            kind = task.kinds[one]
            fill_tables(tables, scoring, prices, bonus, kind)
        known[one], value = best_shape(task, one, tables, known[one])
        bound += value
        for cell in range(CELLS):
            slope[cell] -= known[one] >> cell & 1
        for line in range(SIZE if kind == SYMBOL else 0):
            slope[CELLS + line] += scoring.line[pattern_of(known[one], line, -1)] > 0
            slope[CELLS + SIZE + line] += scoring.line[pattern_of(known[one], 0, line)] > 0
    return bound


@jit
def tighten(task: Any, scoring: Any, prices: Any, bonus: Any, steps: Any, enough: Any, stop: Any) -> Any:
    """Move prices and bonus until the bound is low, or below `enough`; return the bound.

    A subgradient method with momentum: after some steps without progress it returns to the best prices with smaller
    steps.
    """
    tables = make_tables()
    known = np.zeros(len(task.sizes), np.int64)
    best, best_prices, best_bonus = np.inf, prices.copy(), bonus.copy()
    slope, push = np.zeros(CELLS + 2 * SIZE), np.zeros(CELLS + 2 * SIZE)
    share, failed = 1.0, 0
    for _ in range(steps):
        bound = bound_at(task, scoring, prices, bonus, tables, known, slope)
        if bound < best - 1e-3:
            best, failed = bound, 0
            copy(best_prices, prices)
            copy(best_bonus, bonus)
        else:
            failed += 1
            if failed == PATIENCE:
                share, failed = share * SHRINK, 0
                copy(prices, best_prices)
                copy(bonus, best_bonus)
        length = 0.0
        for at in range(len(push)):
            push[at] = slope[at] + PUSH * push[at]
            length += push[at] ** 2
        if best < enough or share < LEAST_STEP or length == 0 or stop[0]:
            break
        step = share * (bound - best + STEP) / length
        for cell in range(CELLS):
            prices[cell] -= step * push[cell]
        for line in range(2 * SIZE):
            bonus[line] = min(scoring.fine, max(0.0, bonus[line] - step * push[CELLS + line]))
    copy(prices, best_prices)
    copy(bonus, best_bonus)
    return best
