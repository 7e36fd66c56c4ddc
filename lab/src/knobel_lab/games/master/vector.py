"""Many tables of Master as arrays, for vector environments."""

from typing import Any, NamedTuple

import numpy as np

from knobel.core.errors import NotProvided
from knobel.games.holding.starting import FIRST
from knobel.games.master.rules.board import LAST_COIN, NUMBERS, ROW_LENGTH, TASKS, Board, stars
from knobel.games.master.rules.game import THROWS, Master, State
from knobel_lab.games.holding import Dice, Trays, dice_of, tray_at, trays
from knobel_lab.games.master import vector_compiled as kernels
from knobel_lab.games.master.batch import DONE, ROWS, STEPS, WIDTH
from knobel_lab.games.master.batch_tables import tables
from knobel_lab.sim.array_tables import ArrayTables, Ints
from knobel_lab.sim.greedy_turn import exact


class Rules(NamedTuple):
    """The rules as lookup tables."""

    dice: Dice
    rolls: Any
    """The number of the roll, by the packed dice."""
    parts: Any
    """Every part, as its numbers."""
    does: Any
    """The part of each action with a roll: rolls x actions."""
    task_stars: Any
    lap_stars: Any
    roll_features: Any
    """The features of a roll: the fraction of dice that show each number, and the tasks they meet: rolls x numbers."""
    most: int
    """The most stars of a board."""
    once_more: bool


class Arrays(NamedTuple):
    """The state of all tables, one row per table."""

    boards: Any
    """Tasks, coin steps and rows of each board: tables x seats x columns."""
    round: Any
    again: Any
    """The extra round that everybody plays; 0 if there is none."""
    over: Any
    trays: Trays


class MasterTables(ArrayTables):
    """Tables of Master."""

    game: Master

    def __init__(self, game: Master, count: int) -> None:
        if game.begins != FIRST and game.seats > 1:
            raise NotProvided(f"{game.key} has its tables as arrays only where the first seat begins")
        lookup = tables(game.steps)
        falls = exact(game.pool).lattice.falls
        roll_features = [
            [*(dice.count(number) / len(dice) for number in NUMBERS), *(float(task.meets(dice)) for task in TASKS)]
            for dice in falls
        ]
        rules = Rules(
            dice_of(game.pool, THROWS),
            lookup.rolls,
            lookup.parts,
            lookup.does,
            lookup.task_stars,
            lookup.lap_stars,
            np.array(roll_features, np.float32),
            stars(Board((True,) * len(TASKS), (ROW_LENGTH,) * len(NUMBERS), LAST_COIN)),
            game.once_more and game.seats > 1,
        )
        arrays = Arrays(
            np.zeros((count, game.seats, WIDTH), np.int64),
            np.ones(count, np.int64),
            np.zeros(count, np.int64),
            np.ones(count, np.bool_),
            trays(count),
        )
        super().__init__(game, kernels, rules, arrays)

    @property
    def turns(self) -> Ints:
        """The number of turns every seat has taken."""
        ended = np.arange(self.game.seats) < self.arrays.trays.seat[:, None]
        return np.asarray(self.arrays.round[:, None] - 1 + ended, np.int64)

    def state(self, at: int) -> State:
        """One table as a `State` of the rules."""
        arrays = self.arrays
        boards = tuple(
            Board(tuple(bool(board[DONE] >> task & 1) for task in range(len(TASKS))), tuple(board[ROWS:]), board[STEPS])
            for board in arrays.boards[at].tolist()
        )
        tray = tray_at(self.game.pool, self.rules.dice, arrays.trays, at)
        seat, number, again = int(arrays.trays.seat[at]), int(arrays.round[at]), int(arrays.again[at])
        return State(boards, seat, number, tray, again=again)
