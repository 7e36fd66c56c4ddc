"""Greedy Kribbeln: as high a sum as possible in this row; who can write nothing dodges if that is allowed."""

from functools import lru_cache
from typing import Any

import numpy as np

from knobel.core.dice import D6
from knobel.core.game import AnyGame
from knobel.games.kribbeln.dice import DICE, colour_counts
from knobel.games.kribbeln.game import DODGE, THROWS, WRITE, Kribbeln, State
from knobel.games.kribbeln.sheet import ROWS, highest_kribbel
from knobel.games.kribbeln.tasks import Task
from knobel.games.tray import Keep
from knobel.sim.turn_exact import Exact, Ints, exact

EQUAL = (D6,) * len(DICE)
"""The dice of a Kribbel row: colours do not matter, so they are all alike."""


@lru_cache(maxsize=64)
def task_stages(task: Task) -> tuple[Ints, Ints]:
    """What holding dice is worth in the row of a task, after the first throw and after the second."""
    turn = exact(DICE)
    worths = [sum(faces) * task.meets(colour_counts(faces)) for faces in turn.lattice.falls]
    return turn.stages(np.array(worths))


@lru_cache(maxsize=64)
def kribbel_stages(highest: int) -> tuple[Ints, Ints]:
    """The same in a Kribbel row, when sums above this one may be entered."""
    turn = exact(EQUAL)
    worths = [sum(faces) * (sum(faces) > highest) for faces in turn.lattice.falls]
    return turn.stages(np.array(worths))


def choose(game: AnyGame, state: State, seat: int) -> Any:
    """The way to end the turn, unless holding some dice promises a higher sum; the first of several."""
    assert isinstance(game, Kribbeln)
    sheet, tray = state.sheets[seat], state.tray
    ends = game.endings(sheet, state.row, tray.faces)
    ending = DODGE if DODGE in ends else ends[0]
    if tray.throws == THROWS:
        return ending
    task = ROWS[state.row].task
    highest = 0 if game.beginner else highest_kribbel(sheet)
    turn: Exact = exact(EQUAL if task is None else DICE)
    stages = kribbel_stages(highest) if task is None else task_stages(game.tasks[task])
    most, move = sum(tray.faces) * (WRITE in ends) * turn.scale, ending
    for keep in game.moves(state, seat):
        if not isinstance(keep, Keep):
            break
        worth = int(stages[tray.throws - 1][turn.lattice.row(tray.keep(keep.positions).dice)])
        if worth > most:
            most, move = worth, keep
    return move
