"""The odds of tasks."""

from collections.abc import Sequence

from knobel.coach.odds import Odds, chances_of
from knobel.games.master.rules.board import TASKS
from knobel.games.master.rules.game import THROWS, Master, State


def odds(game: Master, dice: Sequence[int | None], throws: int) -> tuple[Odds, ...]:
    """The odds of every task, each played for alone."""
    return chances_of(game, {task.key: task.meets for task in TASKS}, dice, throws)


def still_open(_game: Master, state: State) -> tuple[list[str], int]:
    """The tasks that are open, and the throws that are left."""
    tasks = [task.key for task, done in zip(TASKS, state.boards[0].tasks, strict=True) if not done]
    return tasks, THROWS - state.tray.throws
