"""Yatzy: the Scandinavian sheet, five dice and fifteen boxes."""

from datetime import date

from knobel.games.holding.starting import BEGINS
from knobel.games.spec import Colour, Daily, DayVariant, GameSpec, win_spread

SPEC = GameSpec(
    key="yatzy",
    package=__name__,
    family="knobel.games.scorecard",
    seats=range(1, 7),
    options=(BEGINS,),
    minutes=25,
    colour=Colour("#3c6b16", "#a9d879"),
    reach=True,
    daily=Daily(date(2024, 1, 1), (DayVariant(), DayVariant(("cat",)))),
    # Pairs and triples, which a child never holds for, count much here.
    levels={"hare": (0.27, 0.23), "cat": (0.27, 0.0), "fox": (0.16, 0.0)},
    spread={"points": 9.94, "win": win_spread(15)},
)
