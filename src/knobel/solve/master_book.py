"""A book of solo Master: the expected turns still to come, asked by board; from the table, or on demand."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.games.master.board import GOAL, Board, stars
from knobel.games.master.game import Master
from knobel.solve.master_fill import fill
from knobel.solve.master_positions import Positions, check, positions, positions_after
from knobel.solve.tables import read_table, table_path

MOST = 200_000
"""The most positions solved on demand: seconds, not minutes."""


@dataclass(frozen=True, eq=False)
class MasterBook:
    """The values of all positions that can follow one."""

    place: Positions
    row: Callable[[int], NDArray[Any]]
    """The values of a configuration of rows: diagonals x subsets."""

    def of(self, board: Board) -> float:
        """The expected turns still to come on this board with perfect play, alone and before the next throw."""
        check(board)
        if stars(board) >= GOAL:
            return 0.0
        row, diagonal, subset = self.place.find(board)
        return float(self.row(row)[diagonal, subset])


def open_master(path: Path | None = None) -> MasterBook:
    """The whole book, from its table; raises an error if there is none for these rules."""
    place = positions()
    return MasterBook(place, read_table(path or table_path(Master.key), place.digest).row)


def master_endgame(board: Board) -> MasterBook:
    """The book of everything that can follow a board near the goal; raises an error if that is too much."""
    place = positions_after(board, MOST)
    values = np.zeros(place.shape)
    work = fill(place.count)
    for start, end in pairwise(place.layers):
        work(place, values, values[start:end], start)
    return MasterBook(place, values.__getitem__)


def value_of_board(board: Board) -> float:
    """The expected turns to the goal with perfect play from a board near it, without a table."""
    check(board)
    return 0.0 if stars(board) >= GOAL else master_endgame(board).of(board)
