"""Hex-hex: five dice with six witchy symbols, eleven boxes, small numbers for young players."""

from datetime import date

from knobel.core.registry import Option, flag
from knobel.games.holding.starting import BEGINS_WITH_SYMBOLS
from knobel.games.spec import Colour, Daily, DayVariant, GameSpec, win_spread

SPEC = GameSpec(
    key="hexhex",
    package=__name__,
    family="knobel.games.scorecard",
    seats=range(1, 7),
    options=(Option("pairs", "different", ("different", "alike")), flag("strict"), BEGINS_WITH_SYMBOLS),
    minutes=15,
    colour=Colour("#6637b0", "#c3aaff"),
    reach=True,
    daily=Daily(date(2024, 1, 1), (DayVariant(), DayVariant(("cat",)))),
    # A missing symbol costs so much that now and then even a child must notice it.
    levels={"chick": (0.4, 0.85)},
    spread={"points": 1.57, "win": win_spread(11)},
)
