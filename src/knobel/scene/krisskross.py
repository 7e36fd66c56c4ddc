"""The scene of Kriss Kross."""

from knobel.core.game import Decide, Over, Throw
from knobel.games.krisskross import (
    CELLS,
    DIE,
    EMPTY,
    START,
    Begin,
    Grid,
    KrissKross,
    Place,
    State,
    fill,
    line_scores,
    title,
)
from knobel.scene.model import Cell, Choice, Scene, Sheet, Tray, TrayDie
from knobel.scene.table import over, scene
from knobel.scene.text import Text, text


def label(key: str) -> Text:
    """The name of a line, or of the total."""
    kind, _, which = key.partition("_")
    return text(f"krisskross.{kind}", which=which.upper()) if kind in ("row", "column") else text(f"krisskross.{key}")


def paint(game: KrissKross, state: State) -> Scene:
    """The table of Kriss Kross."""
    pending = game.pending(state)
    scores = game.scores(state)
    sheets = tuple(
        Sheet(seat, _cells(game, grid), scores[seat], text("unit.points")) for seat, grid in enumerate(state.grids)
    )
    dice = tuple(
        TrayDie(at + 1, DIE.name, DIE.text(state.dice[at]) if state.dice else None) for at in range(len(game.pool))
    )
    match pending:
        case Throw(seat, _):
            asked = text("prompt.throw_for_all", seat=seat, n=state.throws + 1)
        case Decide((seat, *_)) if not state.waiting:
            asked = text("prompt.begin", seat=seat)
        case Decide(seats):
            asked = text("prompt.place", n=len(seats))
        case Over(places):
            asked = over(places)
    notes: tuple[Text, ...] = ()
    if isinstance(pending, Over) and game.seats == 1:
        notes = (text(f"krisskross.title.{title(scores[0])}"),)
    found = choices(game, state)
    return scene(game, pending, asked, Tray(dice), sheets, choices=found, notes=notes)


def choices(game: KrissKross, state: State) -> tuple[Choice, ...]:
    """The moves of all who decide, each with the points it adds and what the lines are worth after it."""
    pending = game.pending(state)
    seats = pending.seats if isinstance(pending, Decide) else ()
    return tuple(choice for seat in seats for choice in _choices(game, state, seat))


def _cells(game: KrissKross, grid: Grid) -> tuple[Cell, ...]:
    """The grid row by row, then the points of its lines."""
    cells = [
        Cell(
            name,
            text("krisskross.start_cell" if at == START else "krisskross.cell", cell=name),
            "grid",
            DIE.text(symbol) if symbol != EMPTY else None,
        )
        for at, (name, symbol) in enumerate(zip(CELLS, grid, strict=True))
    ]
    lines = line_scores(grid, game.advanced).items()
    hint = text("help.krisskross.advanced" if game.advanced else "help.krisskross.basic")
    return (*cells, *(Cell(name, label(name), "lines", points, help=hint) for name, points in lines))


def _choices(game: KrissKross, state: State, seat: int) -> list[Choice]:
    """The moves of one seat."""
    grid = state.grids[seat]
    before = line_scores(grid, game.advanced)
    symbols = [DIE.text(face) for face in state.dice]
    said = [text(f"symbol.{symbol}") for symbol in symbols]
    choices = []
    for move in game.moves(state, seat):
        match move:
            case Begin(symbol):
                words = text("choice.begin", symbol=text(f"symbol.{symbol}"))
                start = CELLS[START]
                choices.append(Choice(seat, str(move), words, cells=(start,), after={start: symbol}))
            case Place(cells):
                lines = line_scores(fill(grid, cells, state.dice), game.advanced, cells)
                worth = sum(points - before[line] for line, points in lines.items())
                first, second = names = tuple(CELLS[cell] for cell in cells)
                one, other = said
                words = text("choice.place", one=one, other=other, first=first, second=second, worth=worth)
                after: dict[str, int | str] = dict(zip(names, symbols, strict=True))
                after |= {line: points for line, points in lines.items() if points != before[line]}
                choices.append(Choice(seat, str(move), words, worth, cells=names, after=after))
    return choices
