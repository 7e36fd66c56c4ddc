"""The printed sheet of Kribbeln: one for all players, with pictures of tasks, and sums and points of each player."""

import json
from functools import cache
from importlib.resources import files

from knobel.games.kribbeln.rules.game import Kribbeln, State
from knobel.games.kribbeln.rules.sheet import ROWS, STRUCK, TOTALS_AFTER
from knobel.games.kribbeln.rules.tasks import COLOURS, Task
from knobel.games.kribbeln.scene import own_text, task_text
from knobel.scene.printing.model import DIE, Block, Box, Form, Glyph, Row, Sign, Stroke, disc
from knobel.scene.printing.outline import moved, path
from knobel.scene.printing.svg import path_data
from knobel.scene.text import text

PICTURES = {
    1: "1× a",
    2: "2× a",
    3: "1× a 0× b",
    4: "0× a 0× b",
    5: "0× a",
    6: "3× ?",
    7: "2× ? 2× ?",
    8: "3× ?",
    9: "4× ?",
    10: "? ? ?",
    11: "2× ?",
    12: "a > b",
    13: "a = b",
    14: "a ≠ b ≠ c",
    15: "a ≠ b",
    16: "a > rest",
}
"""A picture for each kind of task: a, b and c are its colours, ? is any colour."""
DENIED = (8, 11)
"""Kinds that ask for the opposite of their picture."""
_DISC = Stroke(disc(12, 12, 7.9))
_SMALL = path(DIE.d)
REST = Glyph(tuple(Stroke(path_data(moved(_SMALL, x, y, 0.6))) for x, y in ((8.5, 0.5), (0.5, 4.8), (8.5, 9.1))))
"""A glyph for dice of all other colours."""


def forms(game: Kribbeln, state: State | None, rounds: int) -> list[Form]:
    """A sheet for each game, with a column for each player."""
    kind = own_text("print.sheet", number=game.sheet) if game.sheet else None
    if game.beginner:
        kind = own_text("print.beginner", sheet=kind) if kind else own_text("option.beginner")
    return [Form(own_text("title"), _blocks(game, state), kind)] * rounds


def _blocks(game: Kribbeln, state: State | None) -> tuple[Block, ...]:
    """The areas from top to bottom, with their totals."""
    seats = range(game.seats)
    earned = game.points(state) if state else ()
    heads = tuple(Box(text("print.seat", seat=seat) if state else None) for seat in seats)
    blocks: list[Block] = []
    rows: list[Row] = []
    for at, row in enumerate(ROWS):
        boxes = tuple(_box(state, at, seat, earned[at][seat] if at < len(earned) else None) for seat in seats)
        if row.task is None:
            rises = None if game.beginner else own_text("print.rises")
            rows.append(Row(boxes, own_text("kribbel", n=int(row.key[-1])), rises))
        else:
            task = game.tasks[row.task]
            rows.append(Row(boxes, task_text(task), signs=_signs(task), denied=task.kind in DENIED))
        if at in TOTALS_AFTER or at == len(ROWS) - 1:
            last = at == len(ROWS) - 1
            sums = [sum(line[seat] for line in earned[: at + 1]) if at < len(earned) else None for seat in seats]
            rows.append(Row(tuple(Box(total) for total in sums), own_text("final" if last else "total"), strong=True))
            halves = own_text("print.halves") if last else None
            blocks.append(Block(tuple(rows), hint=halves, heads=() if blocks else heads))
            rows = []
    return tuple(blocks)


def _box(state: State | None, row: int, seat: int, points: int | None) -> Box:
    mark = state.sheets[seat][row] if state else None
    return Box("X" if mark == STRUCK else mark, points, kind="halves")


def _signs(task: Task) -> tuple[Sign, ...]:
    """The picture of a task."""
    named = dict(zip("abc", (COLOURS[colour] for colour in task.colours), strict=False))
    signs: list[Sign] = []
    for part in PICTURES[task.kind].split():
        if part in named:
            signs.append(die(named[part]))
        elif part == "?":
            signs.append(die(None))
        else:
            signs.append(REST if part == "rest" else part)
    return tuple(signs)


@cache
def die(colour: str | None) -> Glyph:
    """The glyph of a die of a colour, marked by a pattern and a letter; or of any colour."""
    if colour is None:
        return Glyph((DIE, _DISC), own_text("print.any"))
    # The patterns are drawn on a square of 48.
    pattern = patterns()[colour]
    drawn = (Stroke(path_data(moved(path(pattern), 0, 0, 0.5)), line=True),) if pattern else ()
    return Glyph((DIE, *drawn, _DISC), own_text(f"print.{colour}"))


@cache
def patterns() -> dict[str, str]:
    """The pattern of each colour as path data, shared with the web app."""
    drawings: dict[str, str] = json.loads(files(__package__ or "").joinpath("patterns.json").read_text("utf-8"))
    return drawings
