"""Kriss Kross: one throw for everybody, and everybody fills a grid of their own."""

from datetime import date

from knobel.core.registry import Option, flag
from knobel.games.holding.starting import BEGINS_WITH_SYMBOLS
from knobel.games.spec import Colour, Daily, DayVariant, GameSpec, win_spread

SPEC = GameSpec(
    key="krisskross",
    package=__name__,
    seats=range(1, 7),
    options=(flag("advanced"), Option("edition", "kriss", ("kriss", "criss", "single", "double")), BEGINS_WITH_SYMBOLS),
    minutes=10,
    colour=Colour("#0b6a62", "#5fd3c4"),
    simultaneous=True,
    daily=Daily(date(2024, 1, 1), (DayVariant(), DayVariant(options={"advanced": "yes"}))),
    # A child that looks along the rows only is so weak here that even the chick looks further now and then.
    levels={"chick": (0.3, 0.62), "hare": (0.3, 0.44), "cat": (0.3, 0.27), "fox": (0.3, 0.12)},
    spread={"points": lambda game: 1.62 if game.options["advanced"] == "yes" else 1.11, "win": win_spread(12)},
)
