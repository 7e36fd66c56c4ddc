"""The scene of Kribbeln."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from knobel.core.dice import Faces
from knobel.core.game import Decide, Throw
from knobel.games.kribbeln.rules.game import DODGE, STRIKE, THROWS, WRITE, Kribbeln, State
from knobel.games.kribbeln.rules.sheet import ROWS, STRUCK, TOTALS_AFTER, dodge_row, highest_kribbel
from knobel.games.kribbeln.rules.sheet import Sheet as Marks
from knobel.games.kribbeln.rules.tasks import COLOURS, KINDS, Task, colour, read_task
from knobel.scene.model import Cell, Choice, Scene, Sheet, Tray
from knobel.scene.table import keep_text, prompt, scene, tray
from knobel.scene.text import Text, game_text, text

own_text = partial(game_text, Kribbeln.key)
"""A text of this game."""


def task_text(task: Task, prefix: str = "task") -> Text:
    """A task in words: short, or in full with the prefix `help.task`."""
    names = zip("abc", (text(f"colour.{COLOURS[index]}") for index in task.colours), strict=False)
    return own_text(f"{prefix}.{KINDS[task.kind - 1].number}", **dict(names))


def colours(die: int) -> list[str]:
    """The colours in which a die (0 to 5) shows its numbers."""
    return [colour(die, number) for number in range(1, 7)]


def label(game: Kribbeln, key: str) -> Text:
    """A task given by its notation, in words."""
    return task_text(read_task(key))


def paint(game: Kribbeln, state: State) -> Scene:
    """The table of Kribbeln."""
    pending = game.pending(state)
    deciding = state.seat if isinstance(pending, Decide) else None
    asked = prompt(pending, state.tray, THROWS)
    if isinstance(pending, Throw) and state.roll_off:
        asked = own_text("prompt.roll_off", seat=pending.seat)
    points = game.points(state)
    scores = game.scores(state)
    sheets = tuple(
        Sheet(seat, _cells(game, state, seat, [row[seat] for row in points]), scores[seat], text("unit.points"))
        for seat in range(game.seats)
    )
    found = choices(game, state) if deciding is not None else ()
    notes = tuple(own_text("rolled", seat=at, number=fell) for at, fell in state.roll_off if fell is not None)
    return scene(game, pending, asked, _tray(game, state, deciding is not None), sheets, choices=found, notes=notes)


def _tray(game: Kribbeln, state: State, deciding: bool) -> Tray:
    """The dice with their colours, and in a roll-off what has fallen."""
    plain = tray(game, state.tray, THROWS, keep_text(THROWS - state.tray.throws) if deciding else None)
    dice = tuple(
        replace(die, colour=colour(at, face)) if face is not None else die
        for at, (die, face) in enumerate(zip(plain.dice, state.tray.dice, strict=True))
    )
    return replace(plain, dice=dice)


def _cells(game: Kribbeln, state: State, seat: int, points: list[int]) -> tuple[Cell, ...]:
    """The ten rows of one sheet and its totals."""
    cells: list[Cell] = []
    sheet, kribbel = state.sheets[seat], "help.kribbel_beginner" if game.beginner else "help.kribbel"
    for at, row in enumerate(ROWS):
        mark = sheet[at]
        task = None if row.task is None else game.tasks[row.task]
        words = own_text("kribbel", n=int(row.key[-1])) if task is None else task_text(task)
        hint = own_text(kribbel) if task is None else task_text(task, "help.task")
        struck = mark == STRUCK
        earned = points[at] if at < len(points) else None
        value: int | str | None = "X" if struck else mark
        cells.append(Cell(row.key, words, row.area, value, struck, points=earned, help=hint))
        if at in TOTALS_AFTER or at == len(ROWS) - 1:
            subtotal = sum(points[: at + 1]) if at < len(points) else None
            words = own_text("final" if at == len(ROWS) - 1 else "total")
            cells.append(Cell(f"total_{row.key[-1]}", words, row.area, subtotal))
    return tuple(_preview(game, state, seat, cell) for cell in cells)


def _preview(game: Kribbeln, state: State, seat: int, cell: Cell) -> Cell:
    """The cell with what the dice would put there, if it is this seat's to decide."""
    if seat != state.seat or not isinstance(game.pending(state), Decide):
        return cell
    endings = game.endings(state.sheets[seat], state.row, state.tray.faces)
    total = sum(state.tray.faces)
    if cell.key == ROWS[state.row].key:
        if WRITE in endings:
            return replace(cell, preview=total, move=str(WRITE))
        return replace(cell, preview="X", move=str(STRIKE), reason=_strike_reason(game, state, state.tray.faces))
    target = dodge_row(state.sheets[seat], state.row)
    if WRITE in endings or target is None or cell.key != ROWS[target].key:
        return cell
    if DODGE in endings:
        return replace(cell, preview=total, move=str(DODGE))
    return replace(cell, reason=_too_low(state, state.tray.faces))


def _strike_reason(game: Kribbeln, state: State, faces: Faces) -> Text:
    """Why the dice do not count in the row."""
    task = ROWS[state.row].task
    if task is not None:
        return own_text("reason.task", task=task_text(game.tasks[task]))
    return _too_low(state, faces)


def _too_low(state: State, faces: Faces) -> Text:
    """Why the sum is no Kribbel number."""
    return own_text("reason.kribbel", sum=sum(faces), highest=highest_kribbel(state.sheets[state.seat]))


def choices(game: Kribbeln, state: State) -> tuple[Choice, ...]:
    """The ways to end the turn."""
    sheet: Marks = state.sheets[state.seat]
    total = sum(state.tray.faces)
    row = ROWS[state.row].key
    found = []
    for move in game.endings(sheet, state.row, state.tray.faces):
        if move == WRITE:
            found.append(Choice(state.seat, str(move), own_text("choice.sum", sum=total), total, cells=(row,)))
        elif move == STRIKE:
            why = _strike_reason(game, state, state.tray.faces)
            found.append(Choice(state.seat, str(move), own_text("choice.x"), 0, why, cells=(row,)))
        else:
            target = dodge_row(sheet, state.row)
            assert target is not None
            words = own_text("choice.dodge", sum=total, n=int(ROWS[target].key[-1]))
            effects = (own_text("effect.try_again"),)
            found.append(Choice(state.seat, str(move), words, effects=effects, cells=(ROWS[target].key,)))
    return tuple(found)


def example(game: Kribbeln, dice: Sequence[str], say: Callable[[Text], str]) -> str:
    """Dice of an example, as Markdown: numbers with their colours."""
    faces = [die.read(face) for die, face in zip(game.pool, dice, strict=True)]
    names = [say(text(f"colour.{colour(at, face)}")) for at, face in enumerate(faces)]
    return " ".join(f"**{face} {name}**" for face, name in zip(faces, names, strict=True))
