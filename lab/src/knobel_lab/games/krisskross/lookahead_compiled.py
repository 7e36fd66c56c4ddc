"""One throw of look-ahead, compiled; `lookahead` explains the method, and why four sums per symbol are enough."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from knobel.games.krisskross.rules import PAIRS, SIZE
from knobel.games.krisskross.solve.features import Ints, frame, touches
from knobel.games.krisskross.solve.shapes import CELLS, SYMBOLS
from knobel_lab.solving.kernel.jit import jit

ENDS = np.array(PAIRS, np.int64)
MASKS = np.array([1 << one | 1 << other for one, other in PAIRS], np.int64)
NOT_LAST_COLUMN = sum(1 << cell for cell in range(CELLS) if cell % SIZE < SIZE - 1)
WORST = -1e9
"""Less than the worth of any grid."""


class Near(NamedTuple):
    """Rows of (window, power of the first cell, power of the second), and the range of rows of each pair."""

    rows: Any
    ends: Any


class Rules(NamedTuple):
    """The frame in the form of the kernel."""

    windows: Any
    offsets: Any
    near_windows: Near
    lines: Any
    kinds: Any
    patterns: Any
    points: Any
    near_lines: Near


class Buffers(NamedTuple):
    """Working arrays of the kernel."""

    windows: Any
    """The codes of the windows of a grid: symbols x windows."""
    lines: Any
    """The codes of its lines."""
    takes: Any
    """The change of value if a symbol takes the first cell of a pair, the second, or both: symbols x 3."""
    fills: Any
    """The value of each way to fill a pair: symbol in the first cell x symbol in the second."""
    best: Any
    """The value of the best placement of each throw: first die x second die."""
    choice: Any
    """That placement: twice the pair, plus one if the first die's symbol goes into the second cell."""


@cache
def rules(advanced: bool) -> Rules:
    """The kernel's rules of the basic or the advanced game."""
    made = frame(advanced)
    windows = made.windows, made.offsets, _near(made.windows)
    return Rules(*windows, made.lines, made.kinds, made.patterns, made.points, _near(made.lines))


def _near(powers: Ints) -> Near:
    near = touches(powers)
    return Near(np.array([near.at, near.one, near.other]).T.copy(), near.ends)


def make_buffers(rules: Rules) -> Buffers:
    """Working arrays for one thread."""
    codes = np.zeros((SYMBOLS, len(rules.windows)), np.int64), np.zeros(len(rules.lines), np.int64)
    square = np.zeros((SYMBOLS, SYMBOLS), np.float32)
    return Buffers(*codes, np.zeros((SYMBOLS, 3), np.float32), square, square.copy(), square.astype(np.int64))


@jit
def free_cells(grid: Any) -> Any:
    """The empty cells, as a bit mask."""
    free = 0
    for cell in range(CELLS):
        if grid[cell] == 0:
            free |= 1 << cell
    return free


@jit
def placeable(free: Any) -> Any:
    """Whether two of these cells are neighbours."""
    return (free & free >> 1 & NOT_LAST_COLUMN) | (free & free >> SIZE) != 0


@jit
def stage_of(grid: Any) -> Any:
    """The stage: how many throws were placed."""
    symbols = 0
    for cell in range(CELLS):
        symbols += grid[cell] != 0
    return symbols // 2


@jit
def write(grid: Any, choice: Any, first: Any, second: Any) -> None:
    """Make a placement of two dice, encoded as in `Buffers.choice`."""
    pair, turned = choice // 2, choice % 2
    grid[ENDS[pair, turned]] = first + 1
    grid[ENDS[pair, 1 - turned]] = second + 1


@jit
def read_lines(grid: Any, rules: Any, buffers: Any) -> None:
    """Compute the codes of the lines of a grid."""
    for at in range(len(rules.lines)):
        buffers.lines[at] = 0
        for cell in range(CELLS):
            buffers.lines[at] += rules.lines[at, cell] * grid[cell]


@jit
def read(grid: Any, rules: Any, buffers: Any) -> None:
    """Compute the codes of the windows and lines of a grid."""
    for at in range(len(rules.windows)):
        taken = rules.offsets[at]
        buffers.windows[:, at] = 0
        for cell in range(CELLS):
            if grid[cell]:
                taken += rules.windows[at, cell]
                buffers.windows[grid[cell] - 1, at] += rules.windows[at, cell]
        buffers.windows[:, at] += taken
    read_lines(grid, rules, buffers)


@jit
def points(rules: Any, buffers: Any) -> Any:
    """The points of the grid read last."""
    total = np.float32(0)
    for at in range(len(rules.lines)):
        total += rules.points[rules.kinds[at], buffers.lines[at]]
    return total


@jit
def worth(weights: Any, stage: Any, rules: Any, buffers: Any) -> Any:
    """The learned value of the grid read last, with the weights of this stage."""
    total = np.float32(0)
    for symbol in range(SYMBOLS):
        for at in range(len(rules.windows)):
            total += weights.windows[buffers.windows[symbol, at]]
    for at in range(len(rules.lines)):
        total += weights.lines[rules.kinds[at], stage, rules.patterns[buffers.lines[at]]]
    return total


@jit
def _take(pair: Any, weights: Any, rules: Any, buffers: Any) -> Any:
    """Fill `takes`; return the change in the windows if both cells are taken by other symbols."""
    rows, ends = rules.near_windows
    total = np.float32(0)
    for symbol in range(SYMBOLS):
        first, second, both = np.float32(0), np.float32(0), np.float32(0)
        for row in range(ends[pair], ends[pair + 1]):
            one, other = rows[row, 1], rows[row, 2]
            before = buffers.windows[symbol, rows[row, 0]]
            code = before + one + other
            taken = weights.windows[code]
            total += taken - weights.windows[before]
            first += weights.windows[code + one] - taken
            second += weights.windows[code + other] - taken
            both += weights.windows[code + one + other] - taken
        buffers.takes[symbol, 0] = first
        buffers.takes[symbol, 1] = second
        buffers.takes[symbol, 2] = both
    return total


@jit
def fill(pair: Any, now: Any, stage: Any, weights: Any, rules: Any, buffers: Any) -> None:
    """Compute the learned value of each way to fill a pair, at this stage; `now` is the value of the grid before."""
    total = now + _take(pair, weights, rules, buffers)
    for a in range(SYMBOLS):
        for b in range(SYMBOLS):
            buffers.fills[a, b] = total + (buffers.takes[a, 2] if a == b else buffers.takes[a, 0] + buffers.takes[b, 1])
    rows, ends = rules.near_lines
    for row in range(ends[pair], ends[pair + 1]):
        at, one, other = rows[row, 0], rows[row, 1], rows[row, 2]
        learned, code = weights.lines[rules.kinds[at], stage], buffers.lines[at]
        before = learned[rules.patterns[code]]
        for a in range(SYMBOLS):
            for b in range(SYMBOLS):
                buffers.fills[a, b] += learned[rules.patterns[code + (a + 1) * one + (b + 1) * other]] - before


@jit
def gain(pair: Any, a: Any, b: Any, rules: Any, buffers: Any) -> Any:
    """The points that these symbols in a pair add to the lines read last."""
    rows, ends = rules.near_lines
    total = np.float32(0)
    for row in range(ends[pair], ends[pair + 1]):
        at, code = rows[row, 0], buffers.lines[rows[row, 0]]
        kind, after = rules.kinds[at], code + (a + 1) * rows[row, 1] + (b + 1) * rows[row, 2]
        total += rules.points[kind, after] - rules.points[kind, code]
    return total


@jit
def count(pair: Any, now: Any, rules: Any, buffers: Any) -> None:
    """Compute the points of each way to fill a pair; `now` are the points before."""
    for a in range(SYMBOLS):
        for b in range(SYMBOLS):
            buffers.fills[a, b] = now + gain(pair, a, b, rules, buffers)


@jit
def look(grid: Any, weights: Any, rules: Any, buffers: Any) -> Any:
    """Fill `best` and `choice` for a grid that can take a throw; return the mean of `best`."""
    free, stage = free_cells(grid), stage_of(grid) + 1
    read(grid, rules, buffers)
    counted, now = points(rules, buffers), worth(weights, stage, rules, buffers)
    buffers.best[:] = WORST
    for pair in range(len(MASKS)):
        if free & MASKS[pair] != MASKS[pair]:
            continue
        if placeable(free ^ MASKS[pair]):
            fill(pair, now, stage, weights, rules, buffers)
        else:
            count(pair, counted, rules, buffers)
        for a in range(SYMBOLS):
            for b in range(SYMBOLS):
                turned = buffers.fills[b, a] > buffers.fills[a, b]
                better = buffers.fills[b, a] if turned else buffers.fills[a, b]
                if better > buffers.best[a, b]:
                    buffers.best[a, b] = better
                    buffers.choice[a, b] = 2 * pair + turned
    total = 0.0
    for a in range(SYMBOLS):
        for b in range(SYMBOLS):
            total += buffers.best[a, b]
    return total / SYMBOLS**2


@jit
def look_at_all(grids: Any, weights: Any, rules: Any, buffers: Any) -> Any:
    """The expectation of the best placement of the next throw, for each grid."""
    means = np.zeros(len(grids))
    for at in range(len(grids)):
        means[at] = look(grids[at], weights, rules, buffers)
    return means
