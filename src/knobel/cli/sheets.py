"""Sheets drawn with characters: a table with a column for each seat, or grids side by side."""

from collections.abc import Mapping, Sequence

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text as Styled

from knobel.cli.dice import SIGNS
from knobel.scene.model import Cell, Scene, Sheet
from knobel.scene.text import say

LONG = 14
"""A sheet with more rows than this is shown in two blocks."""

NAME = 6
"""How much of a name heads a column."""

WIDE = 1000
"""Wider than any sheet."""

AREAS = {"red": "red", "yellow": "yellow", "blue": "dodger_blue1"}
"""Parts of a sheet that are named after their colour."""


def draw_sheets(
    scene: Scene, names: Sequence[str], language: str, keys: Mapping[str, str], console: Console
) -> RenderableType:
    """All sheets, or only that of the seat in play if they do not fit; `keys` tells which key makes a move."""
    if any(cell.part == "grid" for cell in scene.sheets[0].cells):
        grids = [_grid(sheet, names[sheet.seat], sheet.seat in scene.seats) for sheet in scene.sheets]
        return Columns(grids, padding=(0, 3))
    drawn = _blocks(scene, scene.sheets, names, language, keys)
    if Measurement.get(console, console.options.update(width=WIDE), drawn).maximum <= console.width:
        return drawn
    shown = [sheet for sheet in scene.sheets if sheet.seat in scene.seats] or scene.sheets[:1]
    return _blocks(scene, shown, names, language, keys)


def _blocks(
    scene: Scene, sheets: Sequence[Sheet], names: Sequence[str], language: str, keys: Mapping[str, str]
) -> Table:
    """These sheets as one table, or as two side by side."""
    rows = list(zip(*(sheet.cells for sheet in sheets), strict=True))
    half = len(rows) if len(rows) <= LONG else (len(rows) + 1) // 2
    frame = Table.grid(padding=(0, 2))
    seats = [sheet.seat for sheet in sheets]
    blocks = [rows[:half], rows[half:]] if half < len(rows) else [rows]
    frame.add_row(*(_table(block, scene, {seat: names[seat] for seat in seats}, language, keys) for block in blocks))
    return frame


def _table(
    rows: Sequence[tuple[Cell, ...]], scene: Scene, names: Mapping[int, str], language: str, keys: Mapping[str, str]
) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0))
    table.add_column("")
    for seat, name in names.items():
        mark = "▸" if seat in scene.seats else ""
        head = Styled(f"{mark}{name[:NAME]}", "bold" if mark else "dim")
        table.add_column(head, justify="right", min_width=5)
    last = rows[0][0].part
    for cells in rows:
        if cells[0].part != last and "tasks" in (cells[0].part, last):
            table.add_row()
        last = cells[0].part
        key = next((keys[cell.move] for cell in cells if cell.move is not None and cell.move in keys), " ")
        label = Styled(f"{key} ", "bold cyan") + Styled(say(cells[0].label, language), AREAS.get(last, ""))
        table.add_row(label, *(_value(cell) for cell in cells))
    return table


def _value(cell: Cell) -> Styled:
    """What stands in a cell, or lighter what would stand there."""
    match cell:
        case Cell(part="rows" | "coins"):
            return _track(cell)
        case Cell(part="chips", value=int(chips)):
            return Styled("●" * chips or "–")
        case Cell(part="bonus"):
            return Styled(f"{cell.value}/{cell.size}" + (f" +{cell.points}" if cell.points else ""))
        case Cell(part="tasks"):
            return _stars(cell)
        case Cell(preview=int() | str()):
            return Styled(f"({cell.preview})", "italic dim")
        case _:
            return Styled(_written(cell))


def _stars(cell: Cell) -> Styled:
    """The stars of a task that is fulfilled, or lighter of one that could be."""
    match cell:
        case Cell(value=int(stars)):
            return Styled("★" * stars, "yellow")
        case Cell(preview=int(stars)):
            return Styled(f"({'★' * stars})", "italic dim")
    return Styled("")


def _written(cell: Cell) -> str:
    """What stands in a cell, with what it earned."""
    value = "–" if cell.struck and cell.value == 0 else "" if cell.value is None else str(cell.value)
    return value if cell.points is None else f"{value} →{cell.points}"


def _track(cell: Cell) -> Styled:
    """A row of fields with its marker."""
    assert isinstance(cell.value, int)
    assert cell.size is not None
    there = cell.preview if isinstance(cell.preview, int) else cell.value
    track = Styled("●" * cell.value)
    track.append("◐" * (there - cell.value), "cyan")
    track.append("·" * (cell.size - there), "dim")
    track.append("★" if cell.points else " ", "yellow")
    return track


def _grid(sheet: Sheet, name: str, waiting: bool) -> Group:
    """A grid of symbols with the points at the ends of its lines."""
    cells = {cell.key: cell for cell in sheet.cells}

    def points(key: str) -> str:
        return f"{cells[key].value:>3}" if key in cells else "   "

    def sign(key: str) -> str:
        return SIGNS[str(cells[key].value)] if cells[key].value else "·"

    lines = [f"    {'   '.join('abcde')}", f"  ┌{'───┬' * 4}───┐{points('diagonal_up')}"]
    for row in range(1, 6):
        inner = "│".join(f" {sign(f'{column}{row}')} " for column in "abcde")
        lines.append(f"{row} │{inner}│{points(f'row_{row}')}")
    lines.append(f"  └{'───┴' * 4}───┘{points('diagonal_down')}")
    lines.append("  " + "".join(f"{points(f'column_{column}')} " for column in "abcde"))
    head = Styled(f"{'▸' if waiting else ' '}{name}  {sheet.total}", "bold" if waiting else "")
    return Group(head, *(Styled(line) for line in lines))
