"""What `knobel best` needs of Kriss Kross: the proof of the best grid, compiled."""

from knobel_lab.games.krisskross.best import best

__all__ = ["best"]
