"""How the cells of a sheet lie, so that a front end can draw games that it does not know.

Cells of a part follow each other. A part is a grid if its keys are a letter for the column and a number for the row
(`b3`), a line if it has several cells with labels of a few characters (`7`, `12`), and a list otherwise. A line is
named by the text `part.NAME` of its game. A number with a `size` is a track of so many fields.
"""

import re
from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter

from knobel.scene.model import Cell
from knobel.scene.text import Text, catalogue, say

GRID = re.compile(r"([a-z])([1-9])")
"""The key of a cell in a grid: its column and its row."""

FEWEST, LONGEST = 4, 3
"""A line has at least so many cells, and labels of at most so many characters."""


def parts(cells: Sequence[Cell]) -> list[tuple[Cell, ...]]:
    """The parts of a sheet, in order."""
    return [tuple(part) for _, part in groupby(cells, attrgetter("part"))]


def is_grid(cells: Sequence[Cell]) -> bool:
    """Whether these cells of a part lie in a grid."""
    return all(GRID.fullmatch(cell.key) for cell in cells)


def is_line(cells: Sequence[Cell], language: str) -> bool:
    """Whether these cells of a part lie in a line."""
    return len(cells) >= FEWEST and all(len(say(cell.label, language)) <= LONGEST for cell in cells)


def part_name(game: str, part: str, language: str) -> str:
    """The name of a part; empty if the game does not name it."""
    words = Text(f"game.{game}.part.{part}")
    return say(words, language) if words.key in catalogue(language) else ""
