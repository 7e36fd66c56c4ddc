"""What a loss means: the spread of a turn as a yardstick, the classes of decisions, and accuracy."""

from collections.abc import Sequence

from knobel.core.game import AnyGame

SPREADS = {
    ("classic", "points"): 11.0,
    ("extreme", "points"): 13.7,
    ("hexhex", "points"): 1.57,
    ("hexhex", "win"): 0.107,
    ("master", "turns"): 0.45,
    ("krisskross", "points"): 1.11,
    ("krisskross advanced", "points"): 1.62,
}
"""How far a turn moves the result: the standard deviation of results of the best play there is, over the root of all
turns; by game, with the options that are chosen, and objective.

A win is 0 or 1 and both players' turns move it, so its spread is a half over the root of 22.
"""

RANK_SPREAD = 0.31
"""The spread of rank points for each player at the table: a row gives more the more play. Measured for two."""

USUAL = {"points": 10.0, "turns": 0.5, "win": 0.1, "reach": 0.1}
"""The spread of a game that is not listed."""

CLASSES = (("best", 0.001), ("good", 0.05), ("inaccuracy", 0.15), ("mistake", 0.35))
"""The classes by loss, each up to this part of a spread."""

WORST = "blunder"
"""The class of larger losses."""

HALF = 0.35
"""A decision that loses this part of a spread is half accurate: where blunders begin."""


def spread(game: AnyGame, objective: str) -> float:
    """How far a turn of this game moves the result."""
    if objective == "rank_points":
        return RANK_SPREAD * game.seats
    name = " ".join([game.key, *(option for option, chosen in game.options.items() if chosen == "yes")])
    return SPREADS.get((name, objective), USUAL[objective])


def classify(loss: float, spread: float) -> str:
    """The class of a decision that loses so much."""
    return next((name for name, most in CLASSES if loss <= most * spread), WORST)


def accuracy(losses: Sequence[float], spread: float) -> float:
    """From 0 to 100: the mean over decisions of 2 to the power of minus loss over `HALF` a spread."""
    if not losses:
        return 100.0
    return 100 * sum(2 ** (-max(0.0, loss) / (HALF * spread)) for loss in losses) / len(losses)
