"""Observations: a table as one seat sees it, as a row of numbers between -1 and 1 with a name each."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.game import AnyGame
from knobel.envs.fields import Field
from knobel.games.spec import find

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Encoding:
    """The numbers that tell a table: first what all share, then sheet by sheet, the own first and then clockwise."""

    game: AnyGame
    table: tuple[Field, ...]
    sheet: tuple[Field, ...]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each number, as `dice.1=6`, or `own.open.ones`, `next1.open.ones` for sheets."""
        return tuple(f"{name}.{label}" for name, field in self._all() for label in field.labels)

    @cached_property
    def slices(self) -> dict[str, slice]:
        """Where the numbers of each field stand."""
        found: dict[str, slice] = {}
        start = 0
        for name, field in self._all():
            found[name] = slice(start, start + len(field.labels))
            start += len(field.labels)
        return found

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return len(self.names)

    @cached_property
    def low(self) -> Floats:
        """The least that each number can be; the most is always 1."""
        return np.array([field.low for _, field in self._all() for _ in field.labels], np.float32)

    def encode(self, state: Any, seat: int) -> Floats:
        """The table as this seat sees it."""
        numbers: list[float] = []
        for field in self.table:
            numbers += field.read(state, seat)
        for ahead in range(self.game.seats):
            for field in self.sheet:
                numbers += field.read(state, (seat + ahead) % self.game.seats)
        return np.array(numbers, np.float32)

    def _all(self) -> Iterator[tuple[str, Field]]:
        """Every field with its full name."""
        for field in self.table:
            yield field.name, field
        for ahead in range(self.game.seats):
            for field in self.sheet:
                yield f"{f'next{ahead}' if ahead else 'own'}.{field.name}", field


@lru_cache(maxsize=32)
def _encoding(game: Any) -> Encoding:
    table, sheet = find(game.key).observe.fields(game)
    return Encoding(game, tuple(table), tuple(sheet))


def encoding(game: AnyGame) -> Encoding:
    """The encoding of a game, made once; raises NotProvided if the game does not say how it is told in numbers."""
    return _encoding(game)
