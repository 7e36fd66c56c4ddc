"""Dice and sheets drawn with characters: a table with a column for each seat, or grids side by side."""

from collections.abc import Collection, Mapping, Sequence

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.style import Style
from rich.table import Table
from rich.text import Text as Styled

from knobel.scene.layout import GRID, is_grid, is_line, part_name, parts
from knobel.scene.model import Cell, Scene, Sheet, TrayDie
from knobel.scene.text import say, text

PIPS = {
    "1": ("       ", "   ●   ", "       "),
    "2": (" ●     ", "       ", "     ● "),
    "3": (" ●     ", "   ●   ", "     ● "),
    "4": (" ●   ● ", "       ", " ●   ● "),
    "5": (" ●   ● ", "   ●   ", " ●   ● "),
    "6": (" ●   ● ", " ●   ● ", " ●   ● "),
}
SIGNS = {"dot": "●", "cross": "✚", "triangle": "▲", "square": "■", "circle": "○", "star": "★"}
INKS = {
    "black": "white on grey23",
    "green": "black on green3",
    "blue": "white on dodger_blue2",
    "orange": "black on dark_orange",
    "yellow": "black on yellow1",
    "red": "white on red3",
}
PIP_WIDTH = 7
SYMBOL_WIDTH = 9


def _inside(die: TrayDie, language: str) -> tuple[str, str, str]:
    """The three lines inside a die."""
    if die.face is None:
        blank = " " * (SYMBOL_WIDTH if die.die == "hex" else PIP_WIDTH)
        return (blank, blank, blank)
    if die.colour is not None:
        return ("       ", f"   {die.face}   ", f"{say(text(f'colour.{die.colour}'), language)[:7]:^7}")
    if die.die == "d10":
        return ("  ╱ ╲  ", f" ⟨ {die.face} ⟩ ", "  ╲ ╱  ")
    if die.face in SIGNS:
        return ("       ", f"   {SIGNS[die.face]}   ", "       ")
    if die.face in PIPS:
        return PIPS[die.face]
    blank = " " * SYMBOL_WIDTH
    return (blank, f"{say(text(f'short.{die.face}'), language):^{SYMBOL_WIDTH}}", blank)


def draw_dice(dice: Sequence[TrayDie], held: Collection[int], language: str) -> Styled:
    """The dice side by side; held ones lie a line higher, dice in the cup are left out but keep their place."""
    drawn = Styled()
    blocks = [_block(die, die.position in held, language) for die in dice]
    for line in range(max(map(len, blocks))):
        for die, block in zip(dice, blocks, strict=True):
            ink = Style.parse(INKS[die.colour]) if die.colour and 0 < line - (die.position not in held) < 4 else None
            drawn.append(" ")
            drawn.append(block[line], ink or ("bold" if die.position in held else ""))
        drawn.append("\n")
    drawn.rstrip()
    return drawn


def line_of_dice(dice: Sequence[TrayDie], held: Collection[int], language: str) -> Styled:
    """The dice in one line, for a small screen."""
    drawn = Styled()
    for die in dice:
        face = "–" if die.face is None else SIGNS.get(die.face, die.face)
        if die.face and not face.isdigit() and die.face not in SIGNS:
            face = say(text(f"short.{die.face}"), language)
        name = f"{face} {say(text(f'colour.{die.colour}'), language)}" if die.colour else face
        drawn.append(f" {die.position}:", "dim")
        drawn.append(f"[{name}]" if die.position in held else f" {name} ", INKS.get(die.colour or "", "bold"))
    return drawn


def _block(die: TrayDie, held: bool, language: str) -> list[str]:
    """The lines of one die with its number below."""
    inside = _inside(die, language)
    width = len(inside[0])
    if die.face is None:
        box = [" " * (width + 2)] * 5
    else:
        box = [f"╭{'─' * width}╮", *(f"│{line}│" for line in inside), f"╰{'─' * width}╯"]
    number = f"{f'[{die.position}]' if held else die.position:^{width + 2}}"
    gap = " " * (width + 2)
    return [*box, gap, number] if held else [gap, *box, number]


LONG = 14
"""A sheet with more rows than this is shown in two blocks."""

NAME = 6
"""How many characters of a name head a column."""

WIDE = 1000
"""A width above that of any sheet."""

AREAS = {"red": "red", "yellow": "yellow", "blue": "dodger_blue1"}
"""The styles of parts of a sheet that are named after their colour."""


def draw_sheets(
    scene: Scene, names: Sequence[str], language: str, keys: Mapping[str, str], console: Console
) -> RenderableType:
    """All sheets, or only that of the seat in play if they do not fit; `keys` has the key of each move."""
    first = parts(scene.sheets[0].cells)
    if first and is_grid(first[0]):
        grids = [_grid(sheet, names[sheet.seat], sheet.seat in scene.seats, language) for sheet in scene.sheets]
        return Columns(grids, padding=(0, 3))
    deciding = [sheet for sheet in scene.sheets if sheet.seat in scene.seats] or scene.sheets[:1]
    for shown in (scene.sheets, deciding):
        drawn = _blocks(scene, shown, names, language, keys)
        if Measurement.get(console, console.options.update(width=WIDE), drawn).maximum <= console.width:
            return drawn
    return Group(*(_blocks(scene, [sheet], names, language, keys) for sheet in deciding))


Row = tuple[tuple[Cell, ...], ...]
"""A row of the table: for each seat its cell, or the cells of a line."""


def _rows(sheets: Sequence[Sheet], language: str) -> list[Row]:
    """The rows of these sheets: one for each cell, or for each part that is a line."""
    if not sheets[0].cells:
        return []
    rows: list[Row] = []
    at = 0
    for part in parts(sheets[0].cells):
        end = at + len(part)
        steps = [(at, end)] if is_line(part, language) else [(cell, cell + 1) for cell in range(at, end)]
        rows += [tuple(sheet.cells[first:last] for sheet in sheets) for first, last in steps]
        at = end
    return rows


def _blocks(
    scene: Scene, sheets: Sequence[Sheet], names: Sequence[str], language: str, keys: Mapping[str, str]
) -> Table:
    """These sheets as one table, or as two side by side."""
    rows = _rows(sheets, language)
    half = len(rows) if len(rows) <= LONG else (len(rows) + 1) // 2
    frame = Table.grid(padding=(0, 2))
    seats = [sheet.seat for sheet in sheets]
    blocks = [rows[:half], rows[half:]] if half < len(rows) else [rows]
    frame.add_row(*(_table(block, scene, {seat: names[seat] for seat in seats}, language, keys) for block in blocks))
    return frame


def _table(
    rows: Sequence[Row], scene: Scene, names: Mapping[int, str], language: str, keys: Mapping[str, str]
) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0))
    table.add_column("")
    for seat, name in names.items():
        mark = "▸" if seat in scene.seats else ""
        head = Styled(f"{mark}{name[:NAME]}", "bold" if mark else "dim")
        table.add_column(head, justify="right", min_width=5)
    last = rows[0][0][0].part if rows else ""
    for row in rows:
        cells = [line[0] for line in row]
        if cells[0].part != last and "tasks" in (cells[0].part, last):
            table.add_row()
        last = cells[0].part
        if len(row[0]) > 1:
            table.add_row(part_name(scene.game, last, language), *(_line(line, keys, language) for line in row))
            continue
        key = next((keys[cell.move] for cell in cells if cell.move is not None and cell.move in keys), " ")
        label = Styled(f"{key} ", "bold cyan") + Styled(say(cells[0].label, language), AREAS.get(last, ""))
        table.add_row(label, *(_value(cell) for cell in cells))
    return table


def _line(cells: Sequence[Cell], keys: Mapping[str, str], language: str) -> Styled:
    """Cells side by side: open ones by their labels, with the key that uses them now."""
    drawn = Styled()
    for cell in cells:
        label = say(cell.label, language)
        if cell.struck:
            drawn.append("·" * len(label), "dim")
        elif cell.value is not None:
            drawn.append("✕".center(len(label)), "bold")
        elif cell.move is not None and cell.move in keys:
            drawn.append(f"{keys[cell.move]}:", "bold cyan").append(label)
        else:
            drawn.append(label, "dim")
        drawn.append(" ")
    return drawn


def _value(cell: Cell) -> Styled:
    """The value of a cell, or dimmed what would be written there."""
    match cell:
        case Cell(part="rows" | "coins", value=int(value), size=int(size)):
            return _track(cell, value, size)
        case Cell(part="chips", value=int(chips)):
            return Styled("●" * chips or "–")
        case Cell(part="bonus", size=int()):
            return Styled(f"{cell.value}/{cell.size}" + (f" +{cell.points}" if cell.points else ""))
        case Cell(part="tasks"):
            return _stars(cell)
        case Cell(preview=int() | str()):
            return Styled(f"({cell.preview})", "italic dim")
    return Styled(_written(cell))


def _stars(cell: Cell) -> Styled:
    """The stars of a task that is fulfilled, or dimmed those of one that could be."""
    match cell:
        case Cell(value=int(stars)):
            return Styled("★" * stars, "yellow")
        case Cell(preview=int(stars)):
            return Styled(f"({'★' * stars})", "italic dim")
    return Styled("")


def _written(cell: Cell) -> str:
    """The value of a cell, with the points it earned."""
    value = "–" if cell.struck and cell.value == 0 else "" if cell.value is None else str(cell.value)
    value += f"/{cell.size}" if cell.size is not None and cell.value is not None else ""
    return value if cell.points is None else f"{value} →{cell.points}"


def _track(cell: Cell, value: int, size: int) -> Styled:
    """A row of fields with its marker."""
    there = cell.preview if isinstance(cell.preview, int) else value
    track = Styled("●" * value)
    track.append("◐" * (there - value), "cyan")
    track.append("·" * (size - there), "dim")
    track.append("★" if cell.points else " ", "yellow")
    return track


def _grid(sheet: Sheet, name: str, waiting: bool, language: str) -> Group:
    """A grid with the points at the ends of its lines."""
    cells = {cell.key: cell for cell in sheet.cells}
    columns, rows = (sorted({at[side] for key in cells if (at := GRID.fullmatch(key))}) for side in (1, 2))

    def points(key: str) -> str:
        return f"{cells[key].value:>3}" if key in cells else "   "

    def sign(key: str) -> str:
        value = cells[key].value if key in cells else None
        return "·" if not value else SIGNS.get(str(value), str(value)[:1])

    last = len(columns) - 1
    lines = [f"    {'   '.join(columns)}", f"  ┌{'───┬' * last}───┐{points('diagonal_up')}"]
    for row in rows:
        inner = "│".join(f" {sign(f'{column}{row}')} " for column in columns)
        lines.append(f"{row} │{inner}│{points(f'row_{row}')}")
    lines.append(f"  └{'───┴' * last}───┘{points('diagonal_down')}")
    lines.append("  " + "".join(f"{points(f'column_{column}')} " for column in columns))
    known = {f"row_{row}" for row in rows} | {f"column_{column}" for column in columns}
    known |= {"diagonal_up", "diagonal_down"}
    others = [cell for key, cell in cells.items() if key not in known and not GRID.fullmatch(key)]
    lines += [f"{say(cell.label, language)} {_written(cell)}" for cell in others]
    head = Styled(f"{'▸' if waiting else ' '}{name}  {sheet.total}", "bold" if waiting else "")
    return Group(head, *(Styled(line) for line in lines))
