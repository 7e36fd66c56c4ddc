"""The games of Knobel. A new one needs a room with a `SPEC` and its name in this list."""

from importlib import import_module

from knobel.games.spec import GameSpec

ROOMS = (
    "kribbeln",
    "extreme",
    "krisskross",
    "master",
    "hexhex",
    "classic",
    "yatzy",
)

SPECS: tuple[GameSpec, ...] = tuple(import_module(f"{__name__}.{room}").SPEC for room in ROOMS)
