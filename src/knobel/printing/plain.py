"""The fallback for games that describe no printed sheet: the cells of the scene as a list, a column for each player."""

from itertools import groupby
from typing import Any

from knobel.core.game import AnyGame
from knobel.printing.model import Block, Box, Form, Row
from knobel.scene import look
from knobel.scene.model import Cell
from knobel.scene.text import game_text, text


def forms(game: AnyGame, state: Any, rounds: int) -> list[Form]:
    """A sheet for each game, with the cells of all players side by side."""
    sheets = look(game, game.start() if state is None else state).sheets
    filled = state is not None
    rows = [
        (cells[0].part, Row(tuple(_box(cell, filled) for cell in cells), cells[0].label))
        for cells in zip(*(sheet.cells for sheet in sheets), strict=True)
    ]
    blocks = [Block(tuple(row for _, row in part)) for _, part in groupby(rows, key=lambda row: row[0])]
    heads = tuple(Box(text("print.seat", seat=sheet.seat) if filled else None) for sheet in sheets)
    total = Row(tuple(Box(sheet.total if filled else None) for sheet in sheets), text("print.total"), strong=True)
    blocks = [Block(blocks[0].rows, heads=heads), *blocks[1:], Block((total,))]
    return [Form(game_text(game, "title"), tuple(blocks))] * rounds


def _box(cell: Cell, filled: bool) -> Box:
    return Box(cell.value if filled else None, struck=filled and cell.struck)
