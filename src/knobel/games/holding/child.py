"""What a child does with dice to hold: it wants them all alike."""

from knobel.core.dice import Faces
from knobel.games.holding.tray import Keep


def most_alike(faces: Faces) -> Keep:
    """Hold the dice that show the same most often, the higher number of two."""
    wanted = max(set(faces), key=lambda face: (faces.count(face), face))
    return Keep(tuple(at for at, face in enumerate(faces) if face == wanted))
