"""The library of games: the registry with all games of Knobel in it."""

from knobel.core.registry import make, register
from knobel.games import SPECS
from knobel.games.spec import find, games

__all__ = ["find", "games", "make", "register"]

for _spec in SPECS:
    register(_spec)
