"""Sums of Kribbeln entered without dice: the row with a met task or an X, and the field that a dodge leads to."""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from knobel.core.dice import Faces
from knobel.core.game import Event, Moved
from knobel.games.kribbeln.rules.arrangement import ANY, OURS, Square, face_of, read_square
from knobel.games.kribbeln.rules.game import DODGE, STRIKE, WRITE, Kribbeln, Move, State
from knobel.games.kribbeln.rules.sheet import ROWS, dodge_row, rises
from knobel.games.kribbeln.rules.tasks import COLOURS, DICE, Task
from knobel.games.kribbeln.scene import own_text, task_text
from knobel.scene.text import Text
from knobel.scene.witness import Value, check_turn, refused, throws

X = "X"


def places(game: Kribbeln, state: State, seat: int) -> Mapping[str, Text]:
    """The row in play, and the Kribbel field that a dodge would fill."""
    check_turn(game, state, seat)
    target = dodge_row(state.sheets[seat], state.row)
    return {ROWS[row].key: _named(game, row) for row in (state.row, target) if row is not None}


def values(game: Kribbeln, state: State, seat: int, place: str) -> tuple[Value, ...]:
    """The sums that may be entered there, and an X."""
    return tuple(
        Value(value, words, None if move == STRIKE else int(value))
        for value, (words, _, move) in _entries(game, state, seat, place).items()
    )


def witness(game: Kribbeln, state: State, seat: int, place: str, value: str, mark: str = "") -> tuple[Event, ...]:
    """Six dice with this sum that meet the task or do not, and the move that enters them."""
    known = _entries(game, state, seat, place)
    if value not in known or mark:
        raise refused(place, f"{value} {mark}".strip(), values(game, state, seat, place))
    _, numbers, move = known[value]
    square = _square(game)
    faces = numbers
    if game.arrangement:
        faces = tuple(face_of(number, die[number - 1]) for number, die in zip(numbers, square, strict=True))
    return (*throws(faces, seat), Moved(seat, move))


def _named(game: Kribbeln, row: int) -> Text:
    task = ROWS[row].task
    return own_text("kribbel", n=int(ROWS[row].key[-1])) if task is None else task_text(game.tasks[task])


def _square(game: Kribbeln) -> Square:
    return read_square(game.arrangement) if game.arrangement not in ("", ANY) else OURS


def _entries(game: Kribbeln, state: State, seat: int, place: str) -> dict[str, tuple[Text, Faces, Move]]:
    """What may be entered in a place, with words, numbers of the dice and the move."""
    if place not in places(game, state, seat):
        return {}
    sheet, at = state.sheets[seat], next(at for at, row in enumerate(ROWS) if row.key == place)
    asked = ROWS[state.row].task
    met, unmet = _sums(None if asked is None else game.tasks[asked], _square(game))
    found: dict[str, tuple[Text, Faces, Move]] = {}
    if at != state.row:
        words = {total: own_text("choice.dodge", sum=total, n=int(place[-1])) for total in unmet}
        risen = {total: numbers for total, numbers in unmet.items() if rises(sheet, total, game.beginner)}
        return {str(total): (words[total], numbers, DODGE) for total, numbers in risen.items()}
    for total, numbers in met.items():
        if asked is not None or rises(sheet, total, game.beginner):
            found[str(total)] = (own_text("choice.sum", sum=total), numbers, WRITE)
    failed = (
        [numbers for total, numbers in met.items() if str(total) not in found] if asked is None else [*unmet.values()]
    )
    if failed:
        found[X] = (own_text("choice.x"), failed[0], STRIKE)
    return found


@lru_cache(maxsize=64)
def _sums(task: Task | None, square: Square) -> tuple[dict[int, Faces], dict[int, Faces]]:
    """For each sum dice that have it and meet the task, and dice that have it and do not."""
    numbers = np.indices((6,) * len(DICE)).reshape(len(DICE), -1).T + 1
    totals = numbers.sum(axis=1)
    meets = np.ones(len(numbers), bool)
    if task is not None:
        shown = np.array(square)[np.arange(len(DICE)), numbers - 1]
        counts = (shown[:, :, None] == np.arange(len(COLOURS))).sum(axis=1)
        different, which = np.unique(counts, axis=0, return_inverse=True)
        meets = np.array([task.meets(tuple(row)) for row in different.tolist()])[which.ravel()]
    found = []
    for wanted in (True, False):
        some = np.flatnonzero(meets == wanted)
        sums, first = np.unique(totals[some], return_index=True)
        found.append({int(total): tuple(numbers[some[at]].tolist()) for total, at in zip(sums, first, strict=True)})
    return found[0], found[1]
