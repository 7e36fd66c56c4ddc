"""Random numbers: each throw and each move of a game has a word of 64 random bits, identified by its number.

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
    """The seed; raises an error if it is out of range."""
    if not 0 <= seed < LIMIT:
        raise BadSetup(f"a seed is a number from 0 to 2^64 - 1, not {seed}")
    return seed


AT_ONCE, COUNTED = 64, 4
"""How many words are generated together, and how many of them Philox makes per counter value."""


class _Source(local):
    """The generator of one thread. Creating one for every game would take as long as half a dozen moves."""

    def __init__(self) -> None:
        self.philox = np.random.Philox(key=0)
        self._start: dict[str, Any] = {**self.philox.state, "buffer_pos": COUNTED}

    def words(self, key: Any, drawn: int) -> list[int]:
        """The next words of this key after `drawn` words."""
        counter = np.array([drawn // COUNTED, 0, 0, 0], np.uint64)
        state: Any = {**self._start, "state": {"counter": counter, "key": key}}
        self.philox.state = state
        words: list[int] = self.philox.random_raw(AT_ONCE).tolist()
        return words


_source = _Source()


class Words:
    """The random words of one game, one after the other."""

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
        """The words that follow those drawn so far, in reverse order."""
        words = _source.words(self._key, self._drawn)
        self._drawn += AT_ONCE
        return words[::-1]


def below(word: int, count: int) -> int:
    """A uniform number below this count: the word, as a fraction, times the count."""
    return word * count >> BITS


def fall(word: int, dice: list[Die]) -> Faces:
    """Throw dice: the first takes its share of the word, the next one its share of the remainder, ..."""
    return fall_on(word, [die.sides for die in dice])


def fall_on(word: int, all_sides: list[Sequence[int]]) -> Faces:
    """As `fall`, for dice given by their sides."""
    faces = []
    for sides in all_sides:
        word *= len(sides)
        faces.append(sides[word >> BITS])
        word &= LIMIT - 1
    return tuple(faces)


HALF = 3
"""How many dice are looked up together: tables of three dice fit in the cache, those of five or six would not."""


class Cup:
    """Dice in a cup: a lookup table of all ways in which they may fall, equivalent to `fall_on`."""

    def __init__(self, all_sides: tuple[Sequence[int], ...]) -> None:
        self._first, self._second = (list(product(*sides)) for sides in (all_sides[:HALF], all_sides[HALF:]))
        self._ways, self._seconds = len(self._first) * len(self._second), len(self._second)

    def fall(self, word: int) -> Faces:
        """The faces for this word."""
        first, second = divmod(word * self._ways >> BITS, self._seconds)
        return self._first[first] + self._second[second]


@lru_cache(maxsize=32)
def cup_of(all_sides: tuple[Sequence[int], ...]) -> Cup:
    """The cup of dice with these sides, cached."""
    return Cup(all_sides)
