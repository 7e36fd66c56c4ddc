"""Schleuse: three canals, and everybody may use a part of every throw."""

from knobel.games.spec import Colour, GameSpec

SPEC = GameSpec(
    key="schleuse",
    package=__name__,
    seats=range(2, 5),
    minutes=15,
    colour=Colour("#0f5f77", "#7fd0e6"),
    coupled=True,  # a gate that one player closes is closed for all
    simultaneous=True,  # in the first part of a turn
    spread={"points": 3.0},
    absent={
        "child": "what pays most at once is what a child would do",
        "why": "gaps speak for themselves",
        "setup": "positions of so many fields are tedious to set up",
        "pad": "all need the dice anyway",
        "commands": "there are no values to look up",
        "data": "nothing was computed",
    },
)
