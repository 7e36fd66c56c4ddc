"""Kribbeln: meet a colour task with a high sum; the ranking in every row earns the points."""

from datetime import date

from knobel.core.registry import Option, flag
from knobel.games.holding.starting import BEGINS
from knobel.games.spec import Colour, Daily, DayVariant, GameSpec, win_spread

SPEC = GameSpec(
    key="kribbeln",
    package=__name__,
    seats=range(2, 6),
    options=(
        Option("sheet", "", ("", "1", "2", "3", "4", "5", "6")),
        Option("tasks", ""),
        flag("beginner"),
        Option("arrangement", ""),
        BEGINS,
    ),
    typed={"arrangement": "any"},
    absent={"commands": "values of a position depend on everybody's sheets; the explorer shows them"},
    minutes=30,
    colour=Colour("#b0381f", "#ff9a80"),
    coupled=True,
    daily=Daily(date(2024, 1, 1), tuple(DayVariant(("cat",), {"sheet": str(sheet)}) for sheet in range(1, 7))),
    # A row gives more points the more players there are. Measured for two seats. A child who never holds dice for a
    # task is so weak that other levels are childish more often, to stay within its reach.
    levels={"hare": (0.4, 0.55), "cat": (0.33, 0.18), "fox": (0.16, 0.03)},
    spread={"rank_points": lambda game: 0.31 * game.seats, "win": win_spread(10)},
)
