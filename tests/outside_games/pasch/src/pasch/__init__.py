"""Pasch: who throws the highest pair?"""

from knobel.games.spec import Colour, GameSpec

SPEC = GameSpec(
    key="pasch",
    package=__name__,
    seats=range(1, 7),
    minutes=5,
    colour=Colour("#7a3e12", "#e8b98a"),
    absent={"judge": "taking what pays most at once is good enough"},
)
