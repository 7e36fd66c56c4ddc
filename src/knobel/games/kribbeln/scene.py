"""The scene of Kribbeln."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from knobel.core.dice import Faces
from knobel.core.game import Decide, Throw
from knobel.games.kribbeln.rules.game import DODGE, STRIKE, THROWS, WRITE, Kribbeln, State, typed_with_colours
from knobel.games.kribbeln.rules.reading import read_task
from knobel.games.kribbeln.rules.sheet import ROWS, STRUCK, TOTALS_AFTER, Row, dodge_row, highest_kribbel
from knobel.games.kribbeln.rules.sheet import Sheet as Marks
from knobel.games.kribbeln.rules.tasks import COLOURS, KINDS, Task
from knobel.scene.model import Cell, Choice, Scene, Sheet
from knobel.scene.table import POINTS, keep_text, prompt, scene, starting_choices, starting_scene, tray
from knobel.scene.text import Text, game_text, text

own_text = partial(game_text, Kribbeln.key)
"""A text of this game."""


def task_text(task: Task, prefix: str = "task") -> Text:
    """A task in words: short, or in full with the prefix `help.task`."""
    names = zip("abc", (text(f"colour.{COLOURS[index]}") for index in task.colours), strict=False)
    return own_text(f"{prefix}.{KINDS[task.kind - 1].number}", **dict(names))


def row_text(game: Kribbeln, row: Row) -> Text:
    """A row in words: its task, or its number among the Kribbel rows."""
    return own_text("kribbel", n=int(row.key[-1])) if row.task is None else task_text(game.tasks[row.task])


def label(game: Kribbeln, key: str) -> Text:
    """A task given by its notation, in words."""
    return task_text(read_task(key))


def paint(game: Kribbeln, state: State) -> Scene:
    """The table of Kribbeln."""
    if state.starting:
        blank = tuple([_sheet(game, state, seat, (), deciding=False) for seat in range(game.seats)])
        return starting_scene(game, state.starting, tray(game, state.tray, THROWS, None), blank)
    pending = game.pending(state)
    deciding = state.seat if isinstance(pending, Decide) else None
    question = prompt(pending, state.tray, THROWS)
    if isinstance(pending, Throw) and state.roll_off:
        question = own_text("prompt.roll_off", seat=pending.seat)
    points = game.points(state)
    sheets = tuple(
        [
            _sheet(game, state, seat, tuple([row[seat] for row in points]), seat == deciding)
            for seat in range(game.seats)
        ]
    )
    endings = choices(game, state) if deciding is not None else ()
    notes = tuple(own_text("rolled", seat=at, number=fell) for at, fell in state.roll_off if fell is not None)
    keep = keep_text(THROWS - state.tray.throws) if deciding is not None else None
    return scene(game, pending, question, tray(game, state.tray, THROWS, keep), sheets, choices=endings, notes=notes)


def _sheet(game: Kribbeln, state: State, seat: int, points: tuple[int, ...], deciding: bool) -> Sheet:
    """The ten rows of one sheet with the points they earned, and its totals."""
    cells: list[Cell] = []
    total = 0
    sheet = state.sheets[seat]
    previews = _previews(game, state) if deciding else {}
    for at, row in enumerate(ROWS):
        scored = at < len(points)
        task = None if row.task is None else game.tasks[row.task]
        cell = _row_cell(at, task, game.beginner, sheet[at], points[at] if scored else None)
        if scored:
            cell = _scored_cell(cell, seat, _beaten(state.sheets, seat, at))
        cells.append(replace(cell, **previews[at]) if at in previews else cell)
        total += points[at] if scored else 0
        if at in TOTALS_AFTER or at == len(ROWS) - 1:
            cells.append(_total_cell(at, total if scored else None))
    return Sheet(seat, tuple(cells), total, POINTS)


# Few cells differ, and tables use them again and again.


@lru_cache(maxsize=8192)
def _row_cell(at: int, task: Task | None, beginner: bool, mark: int | None, earned: int | None) -> Cell:
    """A row with its entry and the points of that."""
    row, struck = ROWS[at], mark == STRUCK
    if task is None:
        words = own_text("kribbel", n=int(row.key[-1]))
        hint = own_text("help.kribbel_beginner" if beginner else "help.kribbel")
    else:
        words, hint = task_text(task), task_text(task, "help.task")
    return Cell(row.key, words, row.area, "X" if struck else mark, struck, points=earned, help=hint)


def _beaten(sheets: Sequence[Marks], seat: int, row: int) -> tuple[int, ...]:
    """The seats with a lower entry in a row."""
    mine = sheets[seat][row] or STRUCK
    return tuple([other for other, sheet in enumerate(sheets) if (sheet[row] or STRUCK) < mine])


@lru_cache(maxsize=8192)
def _scored_cell(cell: Cell, seat: int, beaten: tuple[int, ...]) -> Cell:
    """A scored row with the reason for its points: which seats it beats."""
    if cell.struck:
        return replace(cell, reason=own_text("scored.x", seat=seat))
    if not beaten:
        return replace(cell, reason=own_text("scored.none", seat=seat, sum=str(cell.value)))
    who, *others = [text("print.seat", seat=other) for other in beaten]
    for at, other in enumerate(others, 1):
        who = own_text("and", one=who, other=other) if at == len(others) else text("coach.list", one=who, other=other)
    earned = 1 + len(beaten)
    return replace(cell, reason=own_text("scored.beats", seat=seat, sum=str(cell.value), who=who, n=earned))


@lru_cache(maxsize=256)
def _total_cell(at: int, total: int | None) -> Cell:
    """The total below a row."""
    words = own_text("final" if at == len(ROWS) - 1 else "total")
    return Cell(f"total_{ROWS[at].key[-1]}", words, ROWS[at].area, total)


def _previews(game: Kribbeln, state: State) -> dict[int, dict[str, Any]]:
    """The entries that the dice would make in the row in play, and in the one of a dodge."""
    sheet, faces = state.sheets[state.seat], state.tray.faces
    endings = game.endings(sheet, state.row, faces)
    total = sum(game.numbers(faces))
    if WRITE in endings:
        return {state.row: {"preview": total, "move": str(WRITE)}}
    previews: dict[int, dict[str, Any]] = {
        state.row: {"preview": "X", "move": str(STRIKE), "reason": _strike_reason(game, state, faces)}
    }
    target = dodge_row(sheet, state.row)
    if target is not None:
        dodges = DODGE in endings
        previews[target] = (
            {"preview": total, "move": str(DODGE)} if dodges else {"reason": _too_low(game, state, faces)}
        )
    return previews


def _strike_reason(game: Kribbeln, state: State, faces: Faces) -> Text:
    """Why the dice do not count in the row."""
    task = ROWS[state.row].task
    if task is not None:
        return own_text("reason.task", task=task_text(game.tasks[task]))
    return _too_low(game, state, faces)


def _too_low(game: Kribbeln, state: State, faces: Faces) -> Text:
    """Why the sum may not be entered as a Kribbel number."""
    return own_text("reason.kribbel", sum=sum(game.numbers(faces)), highest=highest_kribbel(state.sheets[state.seat]))


def choices(game: Kribbeln, state: State) -> tuple[Choice, ...]:
    """The ways to end the turn."""
    if state.starting:
        return starting_choices(state.starting)
    sheet: Marks = state.sheets[state.seat]
    total = sum(game.numbers(state.tray.faces))
    row = ROWS[state.row].key
    endings = []
    for move in game.endings(sheet, state.row, state.tray.faces):
        if move == WRITE:
            endings.append(Choice(state.seat, str(move), own_text("choice.sum", sum=total), total, cells=(row,)))
        elif move == STRIKE:
            why = _strike_reason(game, state, state.tray.faces)
            endings.append(Choice(state.seat, str(move), own_text("choice.x"), 0, why, cells=(row,)))
        else:
            target = dodge_row(sheet, state.row)
            assert target is not None
            words = own_text("choice.dodge", sum=total, n=int(ROWS[target].key[-1]))
            effects = (own_text("effect.try_again"),)
            endings.append(Choice(state.seat, str(move), words, effects=effects, cells=(ROWS[target].key,)))
    return tuple(endings)


def example(game: Kribbeln, dice: Sequence[str], say: Callable[[Text], str]) -> str:
    """Dice of an example, as Markdown: numbers with their colours."""
    pool = typed_with_colours(game, dice).pool
    shown = [(die, die.read(face)) for die, face in zip(pool, dice, strict=True)]
    return " ".join(f"**{die.sign(face)} {say(text(f'colour.{die.colour(face)}'))}**" for die, face in shown)
