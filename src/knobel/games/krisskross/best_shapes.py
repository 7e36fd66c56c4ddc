"""The shapes of symbols in a grid: the cells that show a symbol, as a mask of 25 bits.

The points of a grid are those of its shapes, except that a line worth nothing may cost points. With a *price* (Lagrange
multiplier) for each cell, the best shape of each symbol is found independently of all others, and the sum of prices and
of these worths is an upper bound for any grid. A row or column has a price too: less than nothing, for a shape that
scores in it.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from knobel.games.krisskross.rules import DIAGONALS, EMPTY, ROWS, SIZE, START, KrissKross, fill

CELLS = SIZE * SIZE
LINES = 2 * SIZE
ALL = (1 << CELLS) - 1
FREE = ALL ^ 1 << START
"""The cells for dominoes: all but the start cell."""

_LEFT = sum(1 << cell for cell in range(0, CELLS, SIZE))
_RIGHT = _LEFT << SIZE - 1

_BITS = np.arange(1 << SIZE)[:, None] >> np.arange(SIZE) & 1
"""The cells of each pattern of a line."""

_SPLIT = 3 * SIZE
_LOW = (1 << _SPLIT) - 1
"""Masks are looked up in two halves, the first three rows and the others, as these have few enough patterns."""

_TOPS = np.arange(1 << _SPLIT, dtype=np.int32)
_BOTTOMS = _TOPS[: 1 << CELLS - _SPLIT]
_TURNED = np.bitwise_or.reduce([(_TOPS >> cell & 1) << cell % SIZE * SIZE + cell // SIZE for cell in range(_SPLIT)])
"""The patterns of three rows with rows and columns swapped."""

Masks = NDArray[np.int32]
Floats = NDArray[np.float32]
Arrays = TypeVar("Arrays", bound=tuple[NDArray[Any], ...])


class Scoring(NamedTuple):
    """The points of lines, by the pattern of one symbol in them."""

    line: Floats
    down: Floats
    up: Floats
    fine: float
    """The penalty for a row or column worth nothing."""


class Shapes(NamedTuple):
    """Possible shapes of a symbol."""

    masks: Masks
    points: Floats
    scored: NDArray[np.int16]
    """The rows and columns in which each scores, as bits."""


def scoring_of(game: KrissKross) -> Scoring:
    """The points of patterns of one symbol, by the rules of a game."""
    blank = (EMPTY,) * CELLS

    def points(name: str, cells: tuple[int, ...]) -> Floats:
        grids = (fill(blank, cells, tuple(pattern)) for pattern in _BITS.tolist())
        return np.array([max(0, game.lines(grid).get(name, 0)) for grid in grids], np.float32)

    down, up = (points(name, cells) for name, cells in DIAGONALS.items())
    return Scoring(points("row_1", ROWS["row_1"]), down, up, -float(game.lines(blank)["row_1"]))


def around(masks: Masks) -> Masks:
    """The cells beside each shape to which its dominoes can reach."""
    masks = masks & FREE
    return ((masks & ~_RIGHT) << 1 | (masks & ~_LEFT) >> 1 | masks << SIZE | masks >> SIZE) & FREE


def symbol_shapes(size: int, doubles: int, *, start: bool, scoring: Scoring) -> Shapes:
    """The shapes of a symbol with so many cells and doubles, with or without the start cell.

    Those that dominoes could not cover are left out as far as that is easy to see.
    """
    has_start = _TOPS >> START & 1
    masks = _masks_of(size, _TOPS[has_start == start])
    # A cell has a neighbour outside, unless it is part of a double; the cells of a double have one inside.
    masks = masks[np.bitwise_count(masks & FREE & ~around(ALL ^ masks)) <= 2 * doubles]
    masks = masks[np.bitwise_count(masks & around(masks)) >= 2 * doubles]
    turned = _by_halves(_TURNED, masks)
    line_points, scores = _table([scoring.line] * 3), (scoring.line > 0).astype(np.int16)
    line_scores = _table([scores << row for row in range(3)])
    points = sum(line_points[part] for mask in (masks, turned) for part in (mask & _LOW, mask >> _SPLIT))
    for values, cells in zip((scoring.down, scoring.up), DIAGONALS.values(), strict=True):
        points += values[sum((masks >> cell & 1) << at for at, cell in enumerate(cells))]
    return Shapes(masks, points, _by_halves(line_scores, masks) | _by_halves(line_scores, turned) << SIZE)


def empty_shapes(size: int) -> Shapes:
    """The shapes of so many empty cells, of which no two are neighbours."""
    masks = _masks_of(size, _TOPS[_TOPS & (around(_TOPS) | 1 << START) == 0])
    masks = masks[masks & around(masks) == 0]
    return Shapes(masks, np.zeros(len(masks), np.float32), np.zeros(len(masks), np.int16))


def _masks_of(size: int, tops: Masks) -> Masks:
    """All masks of so many cells whose first three rows are among these."""
    above, below = np.bitwise_count(tops), np.bitwise_count(_BOTTOMS)
    parts = [(tops[above == size - rest], _BOTTOMS[below == rest] << _SPLIT) for rest in range(CELLS - _SPLIT + 1)]
    return np.concatenate([np.bitwise_or.outer(top, bottom).ravel() for top, bottom in parts])


def _by_halves(table: NDArray[Any], masks: Masks) -> NDArray[Any]:
    """The bits that a table has for three rows, put together for all rows."""
    bits: NDArray[Any] = table[masks & _LOW] | table[masks >> _SPLIT] << 3
    return bits


def _table(rows: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """The sums of the values of rows, by the pattern of all these rows."""
    table = rows[0]
    for row in rows[1:]:
        table = np.add.outer(row, table).ravel()
    return table


def take(arrays: Arrays, which: NDArray[Any] | slice) -> Arrays:
    """The same places of all arrays."""
    return type(arrays)(*(array[which] for array in arrays))


def worths(shapes: Sequence[Shapes], prices: NDArray[np.float64]) -> list[Floats]:
    """The worths of all shapes: their points, minus the prices of their cells and of the lines in which they score."""
    rows = (prices.reshape(-1, SIZE) @ _BITS.T).astype(np.float32)
    top, bottom, lines = _table([*rows[:3]]), _table([*rows[3:SIZE]]), _table([*rows[SIZE:]])
    return [points - top[masks & _LOW] - bottom[masks >> _SPLIT] - lines[scored] for masks, points, scored in shapes]


def uses(shapes: Sequence[Shapes], places: Sequence[int]) -> NDArray[np.int64]:
    """How many of the shapes at these places have each cell, and how many score in each row and column."""
    one_each = [take(of_symbol, slice(place, place + 1)) for of_symbol, place in zip(shapes, places, strict=True)]
    masks, _, scored = (np.array(column) for column in zip(*one_each, strict=True))
    return np.concatenate([(masks >> np.arange(CELLS) & 1).sum(0), (scored >> np.arange(LINES) & 1).sum(0)])
