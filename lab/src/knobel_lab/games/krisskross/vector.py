"""Many tables of Kriss Kross as arrays, for vector environments."""

from typing import Any, NamedTuple

import numpy as np

from knobel.core.errors import NotProvided
from knobel.games.holding.starting import FIRST
from knobel.games.krisskross.rules import KrissKross, State
from knobel_lab.games.krisskross import vector_compiled as kernels
from knobel_lab.games.krisskross.batch import CELLS, tables
from knobel_lab.sim.array_tables import ArrayTables
from knobel_lab.sim.random_bits_compiled import BLOCK


class Rules(NamedTuple):
    """The points of lines as lookup tables."""

    powers: Any
    """What each cell adds to the code of a line, times the number of its symbol: lines x cells."""
    worths: Any
    """The points of a line by its code: of a row or column, of a diagonal."""
    most: int
    """The points of a grid full of one symbol."""


class Arrays(NamedTuple):
    """The state of all tables, one row per table."""

    grids: Any
    """The symbol in each cell: tables x seats x cells."""
    dice: Any
    """The symbols on the table; zeros if there are none: tables x 2."""
    throws: Any
    waiting: Any
    """The seats that still have to write the symbols, one bit each."""
    over: Any
    random: Any
    """Seed, number of the game, and number of the next random word."""
    words: Any
    """The block of random words drawn last."""


class KrissKrossTables(ArrayTables):
    """Tables of Kriss Kross."""

    game: KrissKross

    def __init__(self, game: KrissKross, count: int) -> None:
        if game.begins != FIRST and game.seats > 1:
            raise NotProvided(f"{game.key} has its tables as arrays only where the first seat begins")
        lookup = tables(game.advanced, game.edition)
        rules = Rules(lookup.powers, lookup.worths, game.points((1,) * CELLS))
        arrays = Arrays(
            np.zeros((count, game.seats, CELLS), np.int64),
            np.zeros((count, 2), np.int64),
            np.zeros(count, np.int64),
            np.zeros(count, np.int64),
            np.ones(count, np.bool_),
            np.zeros((count, 3), np.uint64),
            np.zeros((count, BLOCK + 1), np.uint64),
        )
        super().__init__(game, kernels, rules, arrays)

    def state(self, at: int) -> State:
        """One table as a `State` of the rules."""
        arrays = self.arrays
        dice = tuple(arrays.dice[at].tolist()) if arrays.dice[at].any() else ()
        waiting = tuple(seat for seat in range(self.game.seats) if int(arrays.waiting[at]) >> seat & 1)
        return State(tuple(map(tuple, arrays.grids[at].tolist())), int(arrays.throws[at]), dice, waiting)
