"""The worth of holding dice for a greedy turn: in integers, so that ties are exact."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.dice import Die
from knobel.core.game import AnyGame, holds
from knobel.solve.kernel.lattice import Lattice, lattice

Ints = NDArray[np.int64]

RETHROWS = 2
"""How often dice may be thrown again in a turn."""


@dataclass(frozen=True, eq=False)
class Exact:
    """The holdings of a pool, with worths scaled so that means over dice are integers."""

    lattice: Lattice

    @cached_property
    def scale(self) -> int:
        """The factor of worths: the number of ways all dice may fall, for each time they may be thrown again."""
        return int(prod(len(die.faces) for die in self.lattice.pool) ** RETHROWS)

    def stages(self, worths: Ints) -> tuple[Ints, Ints]:
        """The worth of each holding after the first throw and after the second, from the worths of rolls at the end."""
        second = self._expect(worths * self.scale)
        return self._expect(self._choose(second)), second

    def hold(self, game: AnyGame, state: Any, seat: int, stage: Ints, stop: Any, now: int) -> Any:
        """The best way to hold dice, the first of several, if worth more than stopping; else the move that stops."""
        most, best = now * self.scale, stop
        for keep in game.moves(state, seat):
            positions = holds(keep)
            if positions is None:
                break
            worth = int(stage[self.lattice.row(state.tray.keep(positions).dice)])
            if worth > most:
                most, best = worth, keep
        return best

    def _expect(self, rolls: Ints) -> Ints:
        """The expectation of every holding if all other dice are thrown."""
        held = np.zeros(self.lattice.size, np.int64)
        held[self.lattice.rolls] = rolls
        for walk in self.lattice.walks:
            for rows, sources in walk.ups:
                held[rows] = held[sources].sum(axis=2) // sources.shape[2]
        return held

    def _choose(self, held: Ints) -> Ints:
        """The worth of every roll if any dice may be held, or all."""
        best = held.copy()
        for walk in reversed(self.lattice.walks):
            for rows, sources in walk.downs:
                best[rows] = np.maximum(best[rows], best[sources])
        return np.asarray(best[self.lattice.rolls])


@lru_cache(maxsize=4)
def exact(pool: tuple[Die, ...]) -> Exact:
    """The holdings of a pool, cached."""
    return Exact(lattice(pool))
