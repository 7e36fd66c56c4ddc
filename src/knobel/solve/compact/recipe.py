"""Recipes: how an exact table becomes compact, and what is known of its values without it."""

from collections.abc import Callable
from dataclasses import dataclass

from knobel.solve.compact.values import Ints, Tidy
from knobel.solve.tables import Identity


@dataclass(frozen=True, eq=False)
class Recipe:
    """How a table becomes compact."""

    identity: Identity
    """The identity of the exact table."""
    shapes: tuple[tuple[int, ...], ...]
    """For each block of rows, how they are counted."""
    rank: int
    """The rank unless said: a little better costs much more from here on."""
    tidy: Tidy
    layers: Callable[[], tuple[Ints, ...]] | None = None
    """The layer of each place along each axis; every layer counts the same. None if a block is one layer."""
