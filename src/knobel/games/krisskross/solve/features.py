"""The features of a Kriss Kross grid for learned values: windows and lines, by codes of their cells.

A window is a part of the grid from the view of one symbol: each cell is empty, another's or its own, a digit to base 3.
Each symbol scores for itself, so the value of a grid is a sum over windows and symbols. Interactions of symbols are
seen along lines: five cells with all their symbols, as a pattern, by stage of the game. Windows and lines that are
images of each other under symmetries of the square share weights: the value of a grid is invariant under these
symmetries, and under permutations of symbols.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from knobel.games.krisskross.rules import COLUMNS, DIAGONALS, PAIRS, ROWS, SIZE, WORTHLESS, line_points
from knobel.games.krisskross.solve.shapes import BASE, CELLS, STAGES, Place, window_places


def _digits() -> NDArray[np.int64]:
    """The cells of every code: codes x cells."""
    return np.asarray(np.arange(BASE**SIZE)[:, None] // BASE ** np.arange(SIZE) % BASE)


@cache
def patterns() -> NDArray[np.int16]:
    """The pattern of every code: lines that differ only by permutation of symbols or direction have the same."""
    lines = _digits()
    first = np.minimum(_renamed(lines), _renamed(lines[:, ::-1]))
    first_codes = np.zeros(len(lines), bool)
    first_codes[first] = True
    return np.asarray((np.cumsum(first_codes) - 1)[first], np.int16)


def _renamed(lines: NDArray[np.int64]) -> NDArray[np.int64]:
    """The codes of lines with symbols renumbered in order of appearance."""
    rows = np.arange(len(lines))
    names = np.zeros((len(lines), BASE), np.int64)
    named, codes = np.zeros((2, len(lines)), np.int64)
    for at, column in enumerate(lines.T):
        new = (column > 0) & (names[rows, column] == 0)
        named += new
        names[rows[new], column[new]] = named[new]
        codes += names[rows, column] * BASE**at
    return codes


@cache
def points_by_code(worthless: int) -> NDArray[np.float32]:
    """The points of every line; one without a run counts `worthless`."""
    return np.array([line_points(tuple(line)) or worthless for line in _digits().tolist()], np.float32)


Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Frame:
    """Windows and lines as arrays: what a symbol in a cell adds to a code, and the offsets of weights."""

    windows: Ints
    """The power of 3 of each cell: windows x cells."""
    offsets: Ints
    """The offset of the weights of each window."""
    size: int
    """The number of weights of windows."""
    lines: Ints
    """The power of 7 of each cell: lines x cells."""
    kinds: Ints
    """The kind of each line: outer, second, middle or diagonal."""
    patterns: NDArray[np.int16]
    """The pattern of each line code."""
    points: NDArray[np.float32]
    """The points of each kind of line: kinds x codes."""

    @property
    def line_shape(self) -> tuple[int, int, int]:
        """The shape of the weights of lines: kinds x stages x patterns."""
        return len(self.points), STAGES, int(self.patterns.max()) + 1


@cache
def frame(advanced: bool) -> Frame:
    """The frame of the basic or the advanced game."""
    starts, places = zip(*window_places(advanced), strict=True)
    lines = [*ROWS.values(), *COLUMNS.values(), *(DIAGONALS.values() if advanced else ())]
    worths = [points_by_code(WORTHLESS if advanced else 0)] * 3 + [points_by_code(0)] * advanced
    return Frame(
        windows=powers(3, [place for images in places for place in images]),
        offsets=np.repeat(starts, [len(images) for images in places]),
        size=starts[-1] + 3 ** len(places[-1][0]),
        lines=powers(BASE, lines),
        kinds=np.array([0, 1, 2, 1, 0] * 2 + [3] * (len(lines) - 2 * SIZE)),
        patterns=patterns(),
        points=np.array(worths),
    )


def powers(base: int, places: Sequence[Place]) -> Ints:
    """The power of the base that each cell has in the code of a place: places x cells."""
    rows = np.zeros((len(places), CELLS), np.int64)
    for row, cells in zip(rows, places, strict=True):
        row[list(cells)] = base ** np.arange(len(cells))
    return rows


@dataclass(frozen=True, eq=False)
class Touches:
    """Which windows or lines each pair of cells touches, and what one more digit in each cell adds to their codes."""

    at: Ints
    one: Ints
    """The power of the first cell; 0 if only the second is touched."""
    other: Ints
    ends: Ints
    """The rows of pair p are ends[p] to ends[p + 1]."""


def touches(places: Ints) -> Touches:
    """The touches of all pairs, in their order; places are given by the powers of their cells."""
    touched = [[(at, row[a], row[b]) for at, row in enumerate(places) if row[a] or row[b]] for a, b in PAIRS]
    at, one, other = np.array([row for of_pair in touched for row in of_pair], np.int64).T.copy()
    return Touches(at, one, other, np.cumsum([0, *map(len, touched)]))
