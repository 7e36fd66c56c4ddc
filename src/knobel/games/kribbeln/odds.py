"""The odds of tasks."""

from collections.abc import Sequence
from functools import partial

from knobel.coach.odds import Odds, chances_of
from knobel.core.dice import Faces
from knobel.games.kribbeln.rules.dice import colour_counts
from knobel.games.kribbeln.rules.game import THROWS, Kribbeln, State
from knobel.games.kribbeln.rules.sheet import ROWS
from knobel.games.kribbeln.rules.tasks import Task


def odds(game: Kribbeln, dice: Sequence[int | None], throws: int) -> tuple[Odds, ...]:
    """The odds of every task, each played for alone."""
    return chances_of(game, {str(task): partial(_meets, task) for task in game.tasks}, dice, throws)


def still_open(game: Kribbeln, state: State) -> tuple[list[str], int]:
    """The task of the row in play, if it has one, and the throws that are left."""
    task = ROWS[state.row].task
    return [] if task is None else [str(game.tasks[task])], THROWS - state.tray.throws


def _meets(task: Task, faces: Faces) -> bool:
    return task.meets(colour_counts(faces))
