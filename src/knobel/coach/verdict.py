"""What a loss means: the spread of a turn as a yardstick, the classes of decisions, and accuracy."""

from collections.abc import Sequence

from knobel.core.game import AnyGame
from knobel.games.spec import spec

REACH = 0.1
"""How far a turn moves the chance of a score that is wished for, in any game."""

CLASSES = (("best", 0.001), ("good", 0.05), ("inaccuracy", 0.15), ("mistake", 0.35))
"""The classes by loss, each up to this part of a spread."""

WORST = "blunder"
"""The class of larger losses."""

HALF = 0.35
"""A decision that loses this part of a spread is half accurate: where blunders begin."""


def spread(game: AnyGame, objective: str) -> float:
    """How far a turn of this game moves the result: the yardstick of losses."""
    return REACH if objective == "reach" else spec(game).turn_spread(game, objective)


def classify(loss: float, spread: float) -> str:
    """The class of a decision that loses so much."""
    return next((name for name, most in CLASSES if loss <= most * spread), WORST)


def accuracy(losses: Sequence[float], spread: float) -> float:
    """From 0 to 100: the mean over decisions of 2 to the power of minus loss over `HALF` a spread."""
    if not losses:
        return 100.0
    return 100 * sum(2 ** (-max(0.0, loss) / (HALF * spread)) for loss in losses) / len(losses)
