"""Windows of a Kriss Kross grid in all their places, in plain numbers."""

from functools import cache

from knobel.games.krisskross.rules import DIAGONALS, DIE, SIZE

SYMBOLS = len(DIE.faces)
BASE = SYMBOLS + 1
"""The number of digits of a cell: empty or one of the symbols."""
CELLS = SIZE * SIZE
STAGES = (CELLS + 1) // 2
"""The number of stages: a grid with n symbols is at stage n // 2, its number of throws placed."""

Place = tuple[int, ...]


def _turns(square: list[list[int]]) -> list[Place]:
    """The four rotations of a square, row by row."""
    turned = []
    for _ in range(4):
        turned.append(tuple(cell for row in square for cell in row))
        square = [[square[column][SIZE - 1 - row] for column in range(SIZE)] for row in range(SIZE)]
    return turned


_SQUARE = [list(range(SIZE * row, SIZE * row + SIZE)) for row in range(SIZE)]
SYMMETRIES = (*_turns(_SQUARE), *_turns([list(column) for column in zip(*_SQUARE, strict=True)]))
"""Where each cell goes under the 8 symmetries of the square."""


def _block(height: int, width: int, row: int, column: int) -> Place:
    return tuple(SIZE * (row + y) + column + x for y in range(height) for x in range(width))


def _cross(row: int, column: int) -> Place:
    across = [SIZE * row + x for x in range(SIZE)]
    return (*across, *(SIZE * y + column for y in range(SIZE) if y != row))


WINDOWS = (
    *(_block(2, 5, row, 0) for row in (0, 1)),
    *(_block(3, 3, row, column) for row, column in ((0, 0), (0, 1), (1, 1))),
    *(_block(3, 4, row, 0) for row in (0, 1)),
    *(_cross(row, column) for row in range(3) for column in range(row + 1)),
)
"""One window of each kind; the others are its images."""

CROSSED = tuple(dict.fromkeys(cell for cells in DIAGONALS.values() for cell in cells))
"""Both diagonals: a window of the advanced game only."""


def images(advanced: bool) -> list[list[Place]]:
    """All 8 images of each kind of window."""
    windows = (*WINDOWS, CROSSED) if advanced else WINDOWS
    return [[tuple(turn[cell] for cell in window) for turn in SYMMETRIES] for window in windows]


@cache
def window_places(advanced: bool) -> list[tuple[int, list[Place]]]:
    """For each kind of window, the offset of its weights, and one image for each distinct place."""
    kinds, start = [], 0
    for places in images(advanced):
        kinds.append((start, list({frozenset(image): image for image in places}.values())))
        start += 3 ** len(places[0])
    return kinds
