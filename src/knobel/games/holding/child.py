"""The dice a child holds: those that are alike."""

from knobel.core.dice import Faces
from knobel.games.holding.tray import Keep


def most_alike(faces: Faces) -> Keep:
    """Hold the dice of the most frequent face, the higher one of a tie."""
    most = max(set(faces), key=lambda face: (faces.count(face), face))
    return Keep(tuple(at for at, face in enumerate(faces) if face == most))
