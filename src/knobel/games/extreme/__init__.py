"""Extreme: five six-sided dice, one ten-sided die, twenty-two boxes and three chips."""

from datetime import date

from knobel.core.registry import flag
from knobel.games.holding.starting import BEGINS
from knobel.games.spec import Colour, Daily, DayVariant, GameSpec, win_spread

SPEC = GameSpec(
    key="extreme",
    package=__name__,
    family="knobel.games.scorecard",
    seats=range(1, 5),
    options=(flag("strict"), BEGINS),
    minutes=30,
    colour=Colour("#a3122f", "#ff6672", "#c4183c"),
    reach=True,
    daily=Daily(date(2024, 1, 1), (DayVariant(), DayVariant(("cat",)))),
    # Twenty-two turns add up: a small advantage per turn becomes a large one here.
    levels={"chick": (0.3, 0.55), "hare": (0.28, 0.09), "cat": (0.24, 0.0), "fox": (0.13, 0.0)},
    spread={"points": 13.7, "win": win_spread(22)},
)
