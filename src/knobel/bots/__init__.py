"""Players that are programs: anything called with game, state and seat that answers with a move."""

from knobel.bots.greedy import Greedy

__all__ = ["Greedy"]
