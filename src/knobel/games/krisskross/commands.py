"""What commands of Kriss Kross need: the proof of the best grid."""

from knobel.games.krisskross.best import best

__all__ = ["best"]
