"""The odds of a game: how likely each box or task is from the dice that lie, each played for alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from knobel.core.dice import Faces
from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame
from knobel.games.kribbeln.dice import colour_counts
from knobel.games.kribbeln.game import Kribbeln
from knobel.games.kribbeln.tasks import Task
from knobel.games.master.board import TASKS
from knobel.games.master.game import Master
from knobel.games.scorecard import Scorecard
from knobel.solve.odds import chances
from knobel.solve.odds import odds as box_odds


@dataclass(frozen=True, slots=True)
class Odds:
    """How likely a box or task is, and the points to expect in it where that makes sense."""

    key: str
    chance: float
    points: float | None = None


def odds_of(game: AnyGame, dice: Sequence[int | None], throws: int) -> tuple[Odds, ...]:
    """The odds of every box or task, from these dice with so many throws left; None is a die in the cup."""
    match game:
        case Scorecard(card=card):
            return tuple(Odds(one.box, one.chance, one.points) for one in box_odds(card, dice, throws))
        case Master():
            names, wishes = [task.key for task in TASKS], [task.meets for task in TASKS]
        case Kribbeln():
            names = [str(task) for task in game.tasks]
            wishes = [partial(_meets, task) for task in game.tasks]
        case _:
            raise BadSetup(f"{game.key} has no boxes to play for; its dice are thrown once")
    found = chances(game.pool, wishes, dice, throws)
    return tuple(Odds(name, min(1.0, chance)) for name, chance in zip(names, found, strict=True))


def _meets(task: Task, faces: Faces) -> bool:
    """The six dice meet a task of Kribbeln."""
    return task.meets(colour_counts(faces))
