"""Classic: the parent game, five dice and thirteen boxes."""

from datetime import date

from knobel.core.registry import flag
from knobel.games.holding.starting import BEGINS
from knobel.games.spec import NAVY, Daily, DayVariant, GameSpec, win_spread

SPEC = GameSpec(
    key="classic",
    package=__name__,
    family="knobel.games.scorecard",
    seats=range(1, 7),
    options=(flag("strict"), flag("joker"), flag("further"), BEGINS),
    minutes=20,
    colour=NAVY,
    reach=True,
    daily=Daily(date(2024, 1, 1), (DayVariant(), DayVariant(("cat",)))),
    spread={"points": 11.0, "win": win_spread(13)},
)
