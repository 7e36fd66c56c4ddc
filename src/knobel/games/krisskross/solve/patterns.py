"""Codes of Kriss Kross lines: five cells, each a digit to base 7, and what is the same whatever the symbols are."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from knobel.games.krisskross.rules import DIE, SIZE, line_points

SYMBOLS = len(DIE.faces)
BASE = SYMBOLS + 1
"""A cell is a digit: empty or one of the symbols."""


def _digits() -> NDArray[np.int64]:
    """The cells of every code: codes x cells."""
    return np.asarray(np.arange(BASE**SIZE)[:, None] // BASE ** np.arange(SIZE) % BASE)


@cache
def patterns() -> NDArray[np.int16]:
    """The number of the pattern of every code: lines that differ by symbols or direction only have the same."""
    lines = _digits()
    first = np.minimum(_renamed(lines), _renamed(lines[:, ::-1]))
    found = np.zeros(len(lines), bool)
    found[first] = True
    return np.asarray((np.cumsum(found) - 1)[first], np.int16)


def _renamed(lines: NDArray[np.int64]) -> NDArray[np.int64]:
    """The codes of lines when symbols are numbered anew in the order in which they come."""
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
    """The points of every line; one without a run counts so much."""
    return np.array([line_points(tuple(line)) or worthless for line in _digits().tolist()], np.float32)
