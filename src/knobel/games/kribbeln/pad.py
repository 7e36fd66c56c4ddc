"""Sums of Kribbeln entered without dice: in the row in play, as a sum or an X, and in the field of a dodge."""

from collections.abc import Mapping
from contextlib import suppress
from functools import cache, lru_cache
from itertools import combinations, product

import numpy as np

from knobel.core.dice import Faces
from knobel.core.errors import BadDice
from knobel.core.game import Event, Moved
from knobel.games.kribbeln.rules.arrangement import ANY, OURS, Square, check_typed, face_of, read_square
from knobel.games.kribbeln.rules.game import DODGE, STRIKE, WRITE, Kribbeln, Move, State
from knobel.games.kribbeln.rules.sheet import ROWS, dodge_row, rises
from knobel.games.kribbeln.rules.tasks import COLOURS, DICE, Counts, Task
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
    """An X, and the sums that may be entered there, lowest first."""
    found = [
        Value(value, words, None if move == STRIKE else int(value))
        for value, (words, _, move) in _entries(game, state, seat, place).items()
    ]
    return tuple(sorted(found, key=lambda one: one.number or 0))


def witness(game: Kribbeln, state: State, seat: int, place: str, value: str, mark: str = "") -> tuple[Event, ...]:
    """Six dice with this sum that meet the task or fail it, and the move that enters them."""
    known = _entries(game, state, seat, place)
    if value not in known or mark:
        raise refused(place, f"{value} {mark}".strip(), values(game, state, seat, place))
    _, faces, move = known[value]
    return (*throws(faces, seat), Moved(seat, move))


def _named(game: Kribbeln, row: int) -> Text:
    task = ROWS[row].task
    return own_text("kribbel", n=int(ROWS[row].key[-1])) if task is None else task_text(game.tasks[task])


def _entries(game: Kribbeln, state: State, seat: int, place: str) -> dict[str, tuple[Text, Faces, Move]]:
    """The possible entries of a place, each with its text, dice and move."""
    if place not in places(game, state, seat):
        return {}
    sheet, at = state.sheets[seat], next(at for at, row in enumerate(ROWS) if row.key == place)
    asked = ROWS[state.row].task
    met, unmet = _sums(None if asked is None else game.tasks[asked], game.arrangement)
    found: dict[str, tuple[Text, Faces, Move]] = {}
    if at != state.row:
        words = {total: own_text("choice.dodge", sum=total, n=int(place[-1])) for total in unmet}
        risen = {total: faces for total, faces in unmet.items() if rises(sheet, total, game.beginner)}
        return {str(total): (words[total], faces, DODGE) for total, faces in risen.items()}
    for total, faces in met.items():
        if asked is not None or rises(sheet, total, game.beginner):
            found[str(total)] = (own_text("choice.sum", sum=total), faces, WRITE)
    failed = [faces for total, faces in met.items() if str(total) not in found] if asked is None else [*unmet.values()]
    if failed:
        found[X] = (own_text("choice.x"), failed[0], STRIKE)
    return found


Sums = tuple[dict[int, Faces], dict[int, Faces]]
"""For each sum, dice that have it and meet a task, and dice that have it and fail it."""


@lru_cache(maxsize=64)
def _sums(task: Task | None, arrangement: str) -> Sums:
    """The sums that dice of an arrangement can show at a task; without a task, all meet it."""
    if arrangement == ANY:
        return _sums_of_any(task)
    square = read_square(arrangement) if arrangement else OURS
    met, unmet = _sums_of(task, square)
    return (_faces(met, square), _faces(unmet, square)) if arrangement else (met, unmet)


def _faces(found: Mapping[int, Faces], square: Square) -> dict[int, Faces]:
    """Dice given by numbers, as faces with colours."""
    return {
        total: tuple(face_of(number, die[number - 1]) for number, die in zip(numbers, square, strict=True))
        for total, numbers in found.items()
    }


def _sums_of(task: Task | None, square: Square) -> Sums:
    """The sums that one set of dice can show."""
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


def _sums_of_any(task: Task | None) -> Sums:
    """The sums that some possible set of dice can show: at some tasks there are sums that ours do not have."""
    found: Sums = ({}, {})
    for counts in product(range(len(DICE) + 1), repeat=len(COLOURS)):
        if sum(counts) != len(DICE):
            continue
        order = sorted(range(len(COLOURS)), key=lambda colour: -counts[colour])
        meets = task is None or task.meets(counts)
        for total, numbers in _numbers_by_sum(tuple(counts[colour] for colour in order)).items():
            shown = [(number, colour) for some, colour in zip(numbers, order, strict=True) for number in some]
            found[not meets].setdefault(total, tuple(sorted(face_of(*one) for one in shown)))
    return found


@cache
def _numbers_by_sum(counts: Counts) -> Mapping[int, tuple[tuple[int, ...], ...]]:
    """For each sum of dice with these counts of colours, numbers for each colour that some set of dice can show."""
    found: dict[int, tuple[tuple[int, ...], ...]] = {}
    for numbers in product(*(combinations(range(1, 7), count) for count in counts)):
        total = sum(map(sum, numbers))
        if total not in found:
            faces = tuple(face_of(number, colour) for colour, some in enumerate(numbers) for number in some)
            with suppress(BadDice):
                check_typed(ANY, faces)
                found[total] = numbers
    return dict(sorted(found.items()))
