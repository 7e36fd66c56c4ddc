"""Hamster: fill your cheeks, and carry it home before you have to sneeze."""

from knobel.core.registry import Option
from knobel.games.spec import Colour, GameSpec

SPEC = GameSpec(
    key="hamster",
    package=__name__,
    seats=range(2, 5),
    options=(Option("goal", "40", ("20", "40", "80")),),
    minutes=10,
    colour=Colour("#8a4b08", "#f0b46a"),
    coupled=True,  # who gets home first ends the game for all
    spread={"points": 8.0},
    absent={
        "child": "children dare as much as everybody else",
        "why": "a number and the odds say it all",
        "setup": "a position is three numbers",
        "pad": "what was gathered depends on throws that nobody remembers",
        "printed": "one writes a number",
        "commands": "there are no values to look up",
        "data": "nothing was computed",
    },
)
