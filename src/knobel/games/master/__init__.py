"""Master: six tasks, six number rows and a coin row; first to fifteen stars."""

from datetime import date

from knobel.core.registry import Option
from knobel.games.holding.starting import BEGINS
from knobel.games.spec import Colour, Daily, DayVariant, GameSpec, win_spread

SPEC = GameSpec(
    key="master",
    package=__name__,
    seats=range(1, 5),
    options=(
        Option("last_round", "finish", ("finish", "again")),
        Option("two_pairs", "2", ("1", "2", "3")),
        Option("triple", "2", ("1", "2", "3")),
        Option("quad", "3", ("2", "3", "4")),
        BEGINS,
    ),
    minutes=30,
    colour=Colour("#805800", "#ecc04d"),
    coupled=True,
    daily=Daily(date(2024, 1, 1), (DayVariant(("cat",)), DayVariant(("cat", "hare")))),
    # Turns add up: a child falls far behind, so the other levels are childish too, to stay within each other's reach.
    levels={"chick": (0.4, 0.78), "hare": (0.36, 0.4), "cat": (0.28, 0.2), "fox": (0.14, 0.08)},
    spread={"turns": 0.45, "win": win_spread(17)},
)
