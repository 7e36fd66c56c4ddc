"""Positions of Kribbeln set up by hand, and the odds of tasks; the first row with an open entry is in play."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from knobel.coach.explore import Odds, Place, Position, bad, chances_of, filled, tray
from knobel.core.dice import Faces
from knobel.games.holding.tray import Tray
from knobel.games.kribbeln.numbered import number_dice
from knobel.games.kribbeln.rules.arrangement import Square, counts_of, fitting
from knobel.games.kribbeln.rules.game import THROWS, Kribbeln, State
from knobel.games.kribbeln.rules.sheet import KRIBBEL_ROWS, ROWS, STRUCK, Sheet
from knobel.games.kribbeln.rules.tasks import DICE, Task
from knobel.games.kribbeln.scene import row_text

X = "X"
SUMS = tuple(range(len(DICE), 6 * len(DICE) + 1))


def places(game: Kribbeln) -> Sequence[Place]:
    """Every row with an X and every sum."""
    return [Place(row.key, row_text(game, row), row.area, (X, *SUMS)) for row in ROWS]


def state(game: Kribbeln, position: Position) -> State:
    """The state of a position."""
    sheets = tuple(_sheet(filled(places(game), sheet)) for sheet in position.sheets)
    row = next((at for at in range(len(ROWS)) if any(sheet[at] is None for sheet in sheets)), None)
    if row is None or sheets[0][row] is not None:
        raise bad(game, "row")
    for sheet in sheets:
        _check(game, sheet, row)
    table = State(sheets, row, 0, tray(game, position, THROWS))
    if game.arrangement:
        fitting(game.arrangement, table.tray.dice)
    return table


def _sheet(marks: dict[str, int | str | None]) -> Sheet:
    return tuple(None if mark is None else STRUCK if mark == X else int(mark) for mark in marks.values())


def _check(game: Kribbeln, sheet: Sheet, row: int) -> None:
    """Raise an error unless the entries below the row in play, and the Kribbel numbers, are possible."""
    for at in range(row + 1, len(ROWS)):
        if sheet[at] is None:
            continue
        if at not in KRIBBEL_ROWS or ROWS[at].area != ROWS[row].area or sheet[at] == STRUCK:
            raise bad(game, "later")
    area = [at for at in KRIBBEL_ROWS if at >= row and ROWS[at].area == ROWS[row].area]
    if any(sheet[later] is not None and sheet[sooner] is None for sooner, later in pairwise(area)):
        raise bad(game, "order")
    numbers = [number for at in KRIBBEL_ROWS if (number := sheet[at])]
    if not game.beginner and any(later <= sooner for sooner, later in pairwise(numbers)):
        raise bad(game, "rise", numbers=", ".join(map(str, numbers)))


def most_throws(_game: Kribbeln) -> int:
    """How many throws a turn may have."""
    return THROWS


def odds(game: Kribbeln, dice: Sequence[int | None], throws: int) -> tuple[Odds, ...]:
    """The odds of every task, each played for alone."""
    numbered_table = number_dice(game, State((), 0, 0, Tray(tuple(dice), 0)))
    wishes = {str(task): partial(_meets, task, numbered_table.square) for task in game.tasks}
    return chances_of(numbered_table.game, wishes, numbered_table.state.tray.dice, throws)


def still_open(game: Kribbeln, state: State) -> tuple[list[str], int]:
    """The task of the row in play, if it has one, and the number of throws left."""
    task = ROWS[state.row].task
    return [] if task is None else [str(game.tasks[task])], THROWS - state.tray.throws


def _meets(task: Task, square: Square, faces: Faces) -> bool:
    return task.meets(counts_of(square, faces))
