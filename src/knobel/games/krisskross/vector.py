"""Many tables of Kriss Kross as arrays, for vector environments."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import NotProvided
from knobel.games.holding.starting import FIRST
from knobel.games.krisskross import vector_compiled as compiled
from knobel.games.krisskross.batch import CELLS, tables
from knobel.games.krisskross.rules import KrissKross, State
from knobel.sim.play import ranked
from knobel.sim.random_bits_compiled import BLOCK

Ints = NDArray[np.int64]


class Arrays(NamedTuple):
    """Some tables: a row each."""

    grids: Any
    """The symbol in each cell: tables x seats x cells."""
    dice: Any
    """The symbols on the table; zeros if there are none: tables x 2."""
    throws: Any
    waiting: Any
    """The seats that still have to write the symbols, a bit each."""
    over: Any
    random: Any
    """Seed, number of the game, and number of the next word."""
    words: Any
    """The words drawn last."""


class KrissKrossTables:
    """Tables of Kriss Kross."""

    def __init__(self, game: KrissKross, count: int) -> None:
        if game.begins != FIRST and game.seats > 1:
            raise NotProvided(f"{game.key} has its tables as arrays only where the first seat begins")
        self.game = game
        self._rules = tables(game.advanced, game.edition)
        self._most = game.points((1,) * CELLS)
        self._arrays = Arrays(
            np.zeros((count, game.seats, CELLS), np.int64),
            np.zeros((count, 2), np.int64),
            np.zeros(count, np.int64),
            np.zeros(count, np.int64),
            np.ones(count, np.bool_),
            np.zeros((count, 3), np.uint64),
            np.zeros((count, BLOCK + 1), np.uint64),
        )

    @property
    def deciding(self) -> Ints:
        """The seat that decides at each table."""
        found = np.zeros(len(self._arrays.over), np.int64)
        compiled.first_deciding(self._arrays, found)
        return found

    @property
    def scores(self) -> Ints:
        """The points of every seat."""
        found = np.zeros(self._arrays.grids.shape[:2], np.int64)
        compiled.points(self._rules, self._arrays.grids, found)
        return found

    @property
    def places(self) -> Ints:
        """The place of every seat; zeros until a game is over."""
        return np.asarray(ranked(self.scores) * self._arrays.over[:, None])

    @property
    def turns(self) -> Ints:
        """The turns every seat has taken."""
        return np.repeat(self._arrays.throws[:, None], self.game.seats, axis=1)

    def begin(self, which: Any, seeds: Any, numbers: Any) -> None:
        """New games."""
        compiled.begin(self._arrays, which, seeds, numbers)

    def act(self, which: Any, seats: Any, actions: Any, illegal: Any) -> None:
        """These seats make these moves."""
        compiled.act(self._arrays, which, seats, actions, illegal)

    def others(self, which: Any, seat: int) -> None:
        """The other seats make moves at random."""
        compiled.others(self._arrays, which, seat)

    def observe(self, seats: Any, out: Any) -> None:
        """Each table as a seat sees it."""
        compiled.observe(self._rules, self._most, self._arrays, seats, out)

    def mask(self, seats: Any, out: Any) -> None:
        """The moves a seat may make."""
        compiled.mask(self._arrays, seats, out)

    def state(self, at: int) -> State:
        """A table as the rules know it."""
        known = self._arrays
        dice = tuple(known.dice[at].tolist()) if known.dice[at].any() else ()
        waiting = tuple(seat for seat in range(self.game.seats) if int(known.waiting[at]) >> seat & 1)
        return State(tuple(map(tuple, known.grids[at].tolist())), int(known.throws[at]), dice, waiting)
