"""Patterns of a roll: counts, runs and sums, of which boxes and tasks are made."""

from functools import lru_cache

from knobel.core.dice import Faces

ROLLS = 4096
"""More rolls than any of our games has, except those whose dice are all different."""


@lru_cache(maxsize=ROLLS)
def pattern(faces: Faces) -> tuple[int, ...]:
    """How often the faces shown occur, most first: 5 5 5 6 6 2 gives (3, 2, 1)."""
    return tuple(sorted((faces.count(face) for face in set(faces)), reverse=True))


def alike(faces: Faces, count: int) -> bool:
    """Whether at least this many dice show the same face."""
    return pattern(faces)[0] >= count


def pairs(faces: Faces) -> int:
    """How many different faces are shown at least twice."""
    return sum(count >= 2 for count in pattern(faces))


def full_house(faces: Faces) -> bool:
    """Whether one face is shown at least three times and another at least twice."""
    most, *others = pattern(faces)
    return most >= 3 and max(others, default=0) >= 2


def run(faces: Faces) -> int:
    """The length of the longest run of consecutive numbers."""
    shown = set(faces)
    longest = 0
    for face in shown:
        if face - 1 not in shown:
            length = 1
            while face + length in shown:
                length += 1
            longest = max(longest, length)
    return longest
