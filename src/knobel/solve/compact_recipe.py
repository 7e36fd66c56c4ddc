"""Recipes: how the exact table of each game becomes compact, and what is known of its values without it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.solve import duel as duels
from knobel.solve import master_positions, scorecard
from knobel.solve.compact import Ints, Tidy
from knobel.solve.duel import Duel
from knobel.solve.master import identity as master_identity
from knobel.solve.positions import Positions
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


def score_recipe(place: Positions) -> Recipe:
    """The recipe of a scorecard game: one block, subsets of lower boxes x (chips x upper situations)."""

    def tidy(rows: Ints, values: NDArray[Any]) -> None:
        """Nothing is to come on a full sheet."""
        values[rows == 0, :, : int(place.upper.levels[1])] = 0

    def layers() -> tuple[Ints, ...]:
        """A game has as many turns with few open boxes as with many, but far fewer positions."""
        lower = np.bitwise_count(place.subsets).astype(np.int64)
        upper = np.array([mask.bit_count() for mask, _ in place.upper.states])
        return lower, np.tile(upper, place.chips + 1)

    return Recipe(scorecard.identity(place), ((place.shape[0],),), 16, tidy, layers)


def master_recipe(place: master_positions.Positions) -> Recipe:
    """The recipe of solo Master: one block, configurations of rows x (diagonals x subsets)."""

    def tidy(rows: Ints, values: NDArray[Any]) -> None:
        """Nothing is to come at the goal."""
        values *= place.alive[place.finished[rows]]

    def layers() -> tuple[Ints, ...]:
        """Configurations with equally many fields are a layer."""
        sums = np.repeat(np.arange(len(place.layers) - 1), np.diff(place.layers))
        return sums, np.zeros(int(np.prod(place.shape[1:])), np.int64)

    return Recipe(master_identity(place), ((place.shape[0],),), 24, tidy, layers)


def duel_recipe(duel: Duel) -> Recipe:
    """The recipe of a game for two: a block for each layer, sheets that move x sheets that wait x leads."""

    def tidy(_rows: Ints, values: NDArray[Any]) -> None:
        """A chance is from 0 to 1."""
        np.clip(values, 0, 1, out=values)

    sizes = [len(some) for some in duel.subsets]
    shapes = tuple((sizes[(count + 1) // 2], sizes[count // 2]) for count in range(2 * duel.boxes + 1))
    return Recipe(duels.plan(duel).facts, shapes, 16, tidy)
