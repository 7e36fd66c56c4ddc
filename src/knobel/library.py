"""The library of games: the registry with all games of Knobel in it."""

from knobel.core.registry import made, make, register
from knobel.games import SPECS
from knobel.games.spec import find, games

__all__ = ["find", "games", "made", "make", "register"]

for _spec in SPECS:
    register(_spec)
