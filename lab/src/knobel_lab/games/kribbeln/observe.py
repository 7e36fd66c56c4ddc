"""Kribbeln as an observation: the row in play, and the entries of every row."""

from typing import Any

from knobel.games.kribbeln.rules.game import THROWS, Kribbeln, State
from knobel.games.kribbeln.rules.sheet import ROWS, Sheet
from knobel.games.kribbeln.rules.tasks import COLOURS, KINDS, Task
from knobel_lab.envs.encoding import Field, FieldGroups, Numbers, of_roll, one_hot, shown, tray

NAMED = max(kind.colours for kind in KINDS)
"""The largest number of colours that a task names."""
TASK_LABELS = (
    *(f"kind{kind.number}" for kind in KINDS),
    *(f"{place}={colour}" for place in range(1, NAMED + 1) for colour in COLOURS),
)


def task_numbers(task: Task | None) -> tuple[float, ...]:
    """One-hot features of the kind of a task and of each colour it names; zeros for no task."""
    numbers = one_hot(-1 if task is None else task.kind - 1, len(KINDS))
    for place in range(NAMED):
        named = task is not None and place < len(task.colours)
        numbers += one_hot(task.colours[place] if task and named else -1, len(COLOURS))
    return numbers


def fields(game: Kribbeln) -> FieldGroups:
    """The features of the table, and those of every sheet."""
    tasks = [task_numbers(task) for task in game.tasks]
    every_task = [number for numbers in tasks for number in numbers]
    nothing = task_numbers(None)
    rows, dice, most = tuple(row.key for row in ROWS), len(game.pool), 6 * len(game.pool)
    total = len(rows) * game.seats

    def row(state: State, _: int) -> int:
        return state.row

    def sheet_of(state: State, seat: int) -> Sheet:
        return state.sheets[seat]

    def met(state: Any, _: int) -> Numbers:
        rolled = None not in state.tray.dice and state.row < len(rows)
        return (float(rolled and game.met(state.row, state.tray.dice)),)

    def task_features(state: Any, _: int) -> Numbers:
        task = ROWS[state.row].task if state.row < len(rows) else None
        return nothing if task is None else tasks[task]

    table = (
        *tray(game, THROWS),
        Field("row", rows, lambda state, _: one_hot(state.row, len(rows)), part=row),
        of_roll("sum", ("dice",), lambda faces: (sum(game.numbers(faces)) / most,), shown),
        of_roll("colours", COLOURS, lambda faces: [count / dice for count in game.counts(faces)], shown),
        Field("met", ("task",), met, part=lambda state, seat: (row(state, seat), shown(state, seat))),
        Field("task", TASK_LABELS, task_features, part=row),
        Field(
            "tasks",
            tuple(f"{at}.{label}" for at in range(1, len(tasks) + 1) for label in TASK_LABELS),
            lambda _state, _seat: every_task,
            part=lambda _state, _seat: None,
        ),
    )
    sheet = (
        Field(
            "written",
            rows,
            lambda state, seat: [float(entry is not None) for entry in state.sheets[seat]],
            part=sheet_of,
        ),
        Field("sums", rows, lambda state, seat: [(entry or 0) / most for entry in state.sheets[seat]], part=sheet_of),
        Field("total", ("points",), lambda state, seat: (game.scores(state)[seat] / total,)),
    )
    return table, sheet
