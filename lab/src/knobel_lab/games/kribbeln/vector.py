"""Many tables of Kribbeln as arrays, for vector environments."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import NotProvided
from knobel.games.holding.starting import FIRST
from knobel.games.kribbeln.rules.game import THROWS, Kribbeln, State
from knobel.games.kribbeln.rules.sheet import LAST_KRIBBEL, ROWS
from knobel.games.kribbeln.rules.tasks import COLOURS, DICE, colour_counts
from knobel_lab.games.holding import Dice, Trays, dice_of, tray_at, trays
from knobel_lab.games.kribbeln import vector_compiled as kernels
from knobel_lab.games.kribbeln.batch import EMPTY, ENTRIES, tables
from knobel_lab.games.kribbeln.observe import task_numbers
from knobel_lab.sim.array_tables import ArrayTables, Ints
from knobel_lab.sim.greedy_turn import exact
from knobel_lab.sim.packed import packed


class Rules(NamedTuple):
    """The rules of a sheet as lookup tables."""

    dice: Dice
    sums: Any
    """The sum of all dice, by their packed bits."""
    met: Any
    """The tasks they meet, one bit each."""
    colours: Any
    """The fraction of the dice that show each colour, by their packed bits."""
    beginner: bool
    tasks: Any
    """The features of each task: tasks x numbers."""


class Arrays(NamedTuple):
    """The state of all tables, one row per table."""

    sheets: Any
    """The entries: tables x seats x rows."""
    row: Any
    """The row in play."""
    over: Any
    trays: Trays


@cache
def _colours() -> NDArray[np.float32]:
    dice, positions = packed(DICE), tuple(range(len(DICE)))
    shares = np.zeros((dice.size, len(COLOURS)), np.float32)
    for faces in exact(DICE).lattice.falls:
        shares[dice.pack(positions, faces)] = [count / len(DICE) for count in colour_counts(faces)]
    return shares


class KribbelnTables(ArrayTables):
    """Tables of Kribbeln."""

    game: Kribbeln

    def __init__(self, game: Kribbeln, count: int) -> None:
        if game.begins != FIRST or game.arrangement:
            raise NotProvided(f"{game.key} has its tables as arrays only with our dice, where the first seat begins")
        lookup, task_features = tables(game, greedy=False), [task_numbers(task) for task in game.tasks]
        rules = Rules(
            dice_of(DICE, THROWS),
            lookup.sums,
            lookup.met,
            _colours(),
            game.beginner,
            np.array(task_features, np.float32),
        )
        arrays = Arrays(
            np.full((count, game.seats, len(ROWS)), EMPTY, np.int64),
            np.zeros(count, np.int64),
            np.ones(count, np.bool_),
            trays(count),
        )
        super().__init__(game, kernels, rules, arrays)

    @property
    def ranking(self) -> Ints:
        """The key by which seats are ranked: points, then the last entry."""
        return np.asarray(self.scores * ENTRIES + self.arrays.sheets[:, :, LAST_KRIBBEL])

    def state(self, at: int) -> State:
        """One table as a `State` of the rules."""
        arrays = self.arrays
        sheets = tuple(
            tuple([None if entry == EMPTY else entry for entry in sheet]) for sheet in arrays.sheets[at].tolist()
        )
        tray = tray_at(self.game.pool, self.rules.dice, arrays.trays, at)
        return State(sheets, int(arrays.row[at]), int(arrays.trays.seat[at]), tray)
