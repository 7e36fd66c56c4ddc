"""The explorer: any position that can be set up by hand, and what the coach says to it."""

from knobel.coach.explorer.explore import Explored, explore
from knobel.coach.explorer.position import Position

__all__ = ["Explored", "Position", "explore"]
