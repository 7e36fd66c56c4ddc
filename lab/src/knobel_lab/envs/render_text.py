"""A table as plain text."""

from collections.abc import Mapping
from typing import cast

from knobel.core.errors import NotProvided
from knobel.games.spec import find
from knobel.scene.model import Cell, Scene, Sheet
from knobel.scene.text import say, text
from knobel_lab.facets import Glyph, ObserveFacet

LANGUAGE = "en"
CUP = "_"
"""A die in the cup."""


def title(scene: Scene) -> str:
    """The name of the game."""
    return say(text(f"game.{scene.game}.title"), LANGUAGE)


def heads(scene: Scene) -> list[str]:
    """The seats, each with its total; an arrow marks those that the game waits for."""
    return [f"{'>' if sheet.seat in scene.seats else ''}P{sheet.seat + 1} {sheet.total}" for sheet in scene.sheets]


def glyphs(scene: Scene) -> Mapping[str, Glyph]:
    """How the symbols of the game are drawn; empty in a game without."""
    try:
        return cast("ObserveFacet", find(scene.game).facet("observe")).glyphs()
    except NotProvided:
        return {}


def _sign(symbols: Mapping[str, Glyph], cell: Cell) -> str:
    glyph = symbols.get(str(cell.value))
    return glyph.sign if glyph else "·"


def is_grid(scene: Scene) -> bool:
    """Whether the sheets are grids of symbols."""
    return any(cell.part == "grid" for cell in scene.sheets[0].cells)


def rows(sheet: Sheet) -> list[list[Cell]]:
    """The cells of a square grid, row by row."""
    cells = [cell for cell in sheet.cells if cell.part == "grid"]
    side = round(len(cells) ** 0.5)
    return [cells[start : start + side] for start in range(0, len(cells), side)]


def label(cell: Cell) -> str:
    """The label of a cell."""
    return say(cell.label, LANGUAGE)


def value_text(cell: Cell) -> str:
    """The value of a cell, or in brackets its preview."""
    if cell.value is None:
        return "" if cell.preview is None else f"({cell.preview})"
    value = "-" if cell.struck and cell.value == 0 else str(cell.value)
    return f"{value}/{cell.size}" if cell.size is not None else value


def dice(scene: Scene) -> list[str]:
    """What each die shows."""
    return [
        CUP if die.face is None else f"{die.face}{f' {die.colour}' if die.colour else ''}" for die in scene.tray.dice
    ]


def table_text(scene: Scene) -> str:
    """The whole table as text."""
    lines = [title(scene), say(scene.prompt, LANGUAGE), f"dice: {', '.join(dice(scene))}", ""]
    return "\n".join([*lines, *(_grids(scene) if is_grid(scene) else _sheets(scene))]) + "\n"


def _sheets(scene: Scene) -> list[str]:
    """All sheets in columns."""
    lines = zip(*(sheet.cells for sheet in scene.sheets), strict=True)
    table = [["", *heads(scene)], *([label(cells[0]), *map(value_text, cells)] for cells in lines)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return ["  ".join([first.ljust(widths[0]), *map(str.rjust, rest, widths[1:])]).rstrip() for first, *rest in table]


def _grids(scene: Scene) -> list[str]:
    """All grids side by side."""
    blocks, symbols = [], glyphs(scene)
    for head, sheet in zip(heads(scene), scene.sheets, strict=True):
        drawn = [" ".join(_sign(symbols, cell) for cell in row) for row in rows(sheet)]
        blocks.append([line.ljust(max(len(head), len(drawn[0]))) for line in [head, *drawn]])
    return ["    ".join(parts).rstrip() for parts in zip(*blocks, strict=True)]
