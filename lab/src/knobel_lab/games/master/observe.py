"""Master as an observation: tasks, number rows, coins."""

from typing import Any

from knobel.games.master.rules.board import LAST_COIN, NUMBERS, ROW_LENGTH, TASKS, Board, stars
from knobel.games.master.rules.game import THROWS, Master, State
from knobel_lab.envs.encoding import Field, FieldGroups, Numbers, of_roll, tray


def fields(game: Master) -> FieldGroups:
    """The features of the table, and those of every board."""
    tasks = tuple(task.key for task in TASKS)
    rows = tuple(map(str, NUMBERS))
    most = stars(Board((True,) * len(tasks), (ROW_LENGTH,) * len(rows), LAST_COIN))

    def counts(dice: Any) -> Numbers:
        return [dice.count(number) / len(dice) for number in NUMBERS]

    table = (
        *tray(game, THROWS),
        of_roll("counts", rows, counts),
        of_roll("meets", tasks, lambda dice: [float(task.meets(dice)) for task in TASKS]),
    )
    sheet = (
        Field("tasks", tasks, lambda state, seat: [float(done) for done in state.boards[seat].tasks]),
        Field("rows", rows, lambda state, seat: [field / ROW_LENGTH for field in state.boards[seat].rows]),
        Field("coins", ("steps",), lambda state, seat: (state.boards[seat].coins / LAST_COIN,)),
        Field("total", ("stars",), lambda state, seat: (stars(state.boards[seat]) / most,)),
    )
    return table, sheet


def sheet_of(state: State, seat: int) -> Board:
    """The board, which determines all features of a seat."""
    return state.boards[seat]
