"""Where chance comes from: each throw and each move of a game has a word of 64 random bits, known by its number.

The words of a game are those of NumPy's Philox with the key (seed, number of the game). So a game does not depend on
which other games are played, in which order, or by how many workers.
"""

from collections.abc import Sequence

import numpy as np

from knobel.core.dice import Die, Faces
from knobel.core.errors import BadSetup

BITS = 64
LIMIT = 1 << BITS


def check_seed(seed: int) -> int:
    """The seed itself, if it can be one."""
    if not 0 <= seed < LIMIT:
        raise BadSetup(f"a seed is a number from 0 to 2^64 - 1, not {seed}")
    return seed


class Words:
    """The words of one game, one after the other."""

    def __init__(self, seed: int, number: int) -> None:
        self._bits = np.random.Philox(key=np.array([seed, number], np.uint64))

    def draw(self) -> int:
        """The next word."""
        return int(self._bits.random_raw())


def below(word: int, count: int) -> int:
    """A number below this count, each as likely: a word is a fraction, and these are its shares."""
    return word * count >> BITS


def fall(word: int, dice: list[Die]) -> Faces:
    """How dice fall: the first takes its share of the word, the next one its share of what that leaves, ..."""
    return fall_on(word, [die.sides for die in dice])


def fall_on(word: int, all_sides: list[Sequence[int]]) -> Faces:
    """The same for dice given by what they may show."""
    faces = []
    for sides in all_sides:
        word *= len(sides)
        faces.append(sides[word >> BITS])
        word &= LIMIT - 1
    return tuple(faces)
