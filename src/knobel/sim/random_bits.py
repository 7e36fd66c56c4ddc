"""Where chance comes from: each throw and each move of a game has a word of 64 random bits, known by its number.

The words of a game are those of NumPy's Philox with the key (seed, number of the game). So a game does not depend on
which other games are played, in which order, or by how many workers.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from threading import local
from typing import Any

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


AT_ONCE, COUNTED = 64, 4
"""How many words are asked for together, and how many of them Philox makes of one number it counts."""


class _Source(local):
    """What makes words in one thread. To make one anew for every game would take as long as half a dozen moves."""

    def __init__(self) -> None:
        self.philox = np.random.Philox(key=0)
        self._start: dict[str, Any] = {**self.philox.state, "buffer_pos": COUNTED}

    def words(self, key: Any, drawn: int) -> list[int]:
        """The next words of this key after so many."""
        counter = np.array([drawn // COUNTED, 0, 0, 0], np.uint64)
        state: Any = {**self._start, "state": {"counter": counter, "key": key}}
        self.philox.state = state
        found: list[int] = self.philox.random_raw(AT_ONCE).tolist()
        return found


_source = _Source()


class Words:
    """The words of one game, one after the other."""

    def __init__(self, seed: int, number: int) -> None:
        self._key = np.array([seed, number], np.uint64)
        self._drawn = 0
        self._next: list[int] = []

    def draw(self) -> int:
        """The next word."""
        if not self._next:
            self._next = self._more()
        return self._next.pop()

    def _more(self) -> list[int]:
        """The words that follow those drawn so far, the last one first."""
        words = _source.words(self._key, self._drawn)
        self._drawn += AT_ONCE
        return words[::-1]


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


HALF = 3
"""How many dice fall together in a cup: all their ways stay close by in memory, those of five or six dice would not."""


class Cup:
    """Dice in a cup: a number below all their ways decides how they fall, as `fall_on` says."""

    def __init__(self, all_sides: tuple[Sequence[int], ...]) -> None:
        self._first, self._second = (list(product(*some)) for some in (all_sides[:HALF], all_sides[HALF:]))
        self._ways, self._seconds = len(self._first) * len(self._second), len(self._second)

    def fall(self, word: int) -> Faces:
        """How the dice fall with this word."""
        first, second = divmod(word * self._ways >> BITS, self._seconds)
        return self._first[first] + self._second[second]


@lru_cache(maxsize=32)
def cup_of(all_sides: tuple[Sequence[int], ...]) -> Cup:
    """The cup with dice that may show this."""
    return Cup(all_sides)
