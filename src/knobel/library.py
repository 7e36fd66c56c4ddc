"""The library of games: the registry with all games of Knobel in it."""

from knobel.core.registry import find, games, make, register
from knobel.games import INFOS

__all__ = ["find", "games", "make", "register"]

for _info in INFOS:
    register(_info)
