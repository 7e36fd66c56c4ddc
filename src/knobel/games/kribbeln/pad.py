"""Sums of Kribbeln entered without dice: in the row in play, as a sum or an X, and in the field of a dodge."""

from collections.abc import Mapping
from contextlib import suppress
from functools import cache, lru_cache
from itertools import combinations, product

from knobel.core.dice import Faces
from knobel.core.errors import BadDice
from knobel.core.game import Event, Moved
from knobel.games.holding.tray import inferred_throws
from knobel.games.kribbeln.rules.arrangement import ANY, OURS, Square, check_typed, face_of, read_square
from knobel.games.kribbeln.rules.game import DODGE, STRIKE, WRITE, Kribbeln, Move, State
from knobel.games.kribbeln.rules.sheet import ROWS, dodge_row, rises
from knobel.games.kribbeln.rules.tasks import COLOURS, DICE, Counts, Task
from knobel.games.kribbeln.scene import own_text, row_text
from knobel.games.kribbeln.solve.opponents import LOWEST
from knobel.games.kribbeln.solve.rolls import SUMS, classes, dice
from knobel.scene.inferred_dice import Value, check_turn, refused
from knobel.scene.text import Text

X = "X"


def places(game: Kribbeln, state: State, seat: int) -> Mapping[str, Text]:
    """The row in play, and the Kribbel field that a dodge would fill."""
    check_turn(game, state, seat)
    target = dodge_row(state.sheets[seat], state.row)
    return {ROWS[row].key: row_text(game, ROWS[row]) for row in (state.row, target) if row is not None}


def values(game: Kribbeln, state: State, seat: int, place: str) -> tuple[Value, ...]:
    """An X, and the sums that may be entered there, lowest first."""
    entries = [
        Value(value, words, None if move == STRIKE else int(value))
        for value, (words, _, move) in _entries(game, state, seat, place).items()
    ]
    return tuple(sorted(entries, key=lambda entry: entry.number or 0))


def infer(game: Kribbeln, state: State, seat: int, place: str, value: str, mark: str = "") -> tuple[Event, ...]:
    """Six dice with this sum that meet the task or fail it, and the move that enters them."""
    entries = _entries(game, state, seat, place)
    if value not in entries or mark:
        raise refused(place, f"{value} {mark}".strip(), values(game, state, seat, place))
    _, faces, move = entries[value]
    return (*inferred_throws(faces, seat), Moved(seat, move))


def _entries(game: Kribbeln, state: State, seat: int, place: str) -> dict[str, tuple[Text, Faces, Move]]:
    """The possible entries of a place, each with its text, dice and move."""
    if place not in places(game, state, seat):
        return {}
    sheet, at = state.sheets[seat], next(at for at, row in enumerate(ROWS) if row.key == place)
    task = ROWS[state.row].task
    met, unmet = _sums(None if task is None else game.tasks[task], game.arrangement)
    entries: dict[str, tuple[Text, Faces, Move]] = {}
    if at != state.row:
        words = {total: own_text("choice.dodge", sum=total, n=int(place[-1])) for total in unmet}
        risen = {total: faces for total, faces in unmet.items() if rises(sheet, total, game.beginner)}
        return {str(total): (words[total], faces, DODGE) for total, faces in risen.items()}
    for total, faces in met.items():
        if task is not None or rises(sheet, total, game.beginner):
            entries[str(total)] = (own_text("choice.sum", sum=total), faces, WRITE)
    failed = [faces for total, faces in met.items() if str(total) not in entries] if task is None else [*unmet.values()]
    if failed:
        entries[X] = (own_text("choice.x"), failed[0], STRIKE)
    return entries


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


def _faces(numbers_by_sum: Mapping[int, Faces], square: Square) -> dict[int, Faces]:
    """Dice given by numbers, as faces with colours."""
    return {
        total: tuple(face_of(number, die[number - 1]) for number, die in zip(numbers, square, strict=True))
        for total, numbers in numbers_by_sum.items()
    }


def _sums_of(task: Task | None, square: Square) -> Sums:
    """The sums that one set of dice can show, each with the first roll that has it."""
    rolls = dice(task).falls
    first: dict[int, int] = {}
    for roll, kind in enumerate(classes(task, square).of_roll):
        first.setdefault(kind, roll)
    sums: Sums = ({}, {})
    for kind, roll in sorted(first.items()):
        unmet = task is not None and kind < SUMS
        sums[unmet][kind % SUMS + LOWEST] = rolls[roll]
    return sums


def _sums_of_any(task: Task | None) -> Sums:
    """The sums that some possible set of dice can show: at some tasks there are sums that ours do not have."""
    sums: Sums = ({}, {})
    for counts in product(range(len(DICE) + 1), repeat=len(COLOURS)):
        if sum(counts) != len(DICE):
            continue
        order = sorted(range(len(COLOURS)), key=lambda colour: -counts[colour])
        meets = task is None or task.meets(counts)
        for total, numbers in _numbers_by_sum(tuple(counts[colour] for colour in order)).items():
            shown = [(number, colour) for of_colour, colour in zip(numbers, order, strict=True) for number in of_colour]
            sums[not meets].setdefault(total, tuple(sorted(face_of(*die) for die in shown)))
    return sums


@cache
def _numbers_by_sum(counts: Counts) -> Mapping[int, tuple[tuple[int, ...], ...]]:
    """For each sum of dice with these counts of colours, numbers for each colour that some set of dice can show."""
    by_sum: dict[int, tuple[tuple[int, ...], ...]] = {}
    for numbers in product(*(combinations(range(1, 7), count) for count in counts)):
        total = sum(map(sum, numbers))
        if total not in by_sum:
            faces = tuple(face_of(number, colour) for colour, of_colour in enumerate(numbers) for number in of_colour)
            with suppress(BadDice):
                check_typed(ANY, faces)
                by_sum[total] = numbers
    return dict(sorted(by_sum.items()))
