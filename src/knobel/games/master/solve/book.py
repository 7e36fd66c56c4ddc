"""Books of solo Master: the expected turns to the goal; from the table, as shipped, or on demand."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadTable
from knobel.games.master import SPEC
from knobel.games.master.rules.board import GOAL, LAST_COIN, Board, stars
from knobel.games.master.rules.game import Master
from knobel.games.master.solve.boards import ways_of_rolls
from knobel.games.master.solve.positions import TASK_COUNTS, Positions, check, positions, positions_after
from knobel.games.master.solve.rule_tables import NONE, Ints, Rules, mirrored
from knobel.games.master.solve.turns import Fill, fill_plain
from knobel.solve.compact.values import Tidy, read_compact, read_rows
from knobel.solve.tables import read_table, table_path, values_at


class Cells(NamedTuple):
    """Indices of cells of a table, as `Positions.find` gives them; the row is NONE where there is none."""

    rows: Ints
    diagonals: Ints
    subsets: Ints


def following_cells(place: Positions, rows: Ints, diagonals: Ints, subsets: Ints) -> Cells:
    """The cells after each step, then after each row move: ways x cells."""
    rules, coins = place.rules, diagonals - TASK_COUNTS[subsets]
    stepped = rules.step_subset[:, subsets]
    moved, gained, turned = (table[rows].T for table in place.moves)
    to = np.concatenate([np.where(stepped == NONE, NONE, rows), moved.astype(np.int64)])
    tasks = np.concatenate([np.maximum(stepped, 0), np.where(turned, rules.mirror[subsets], subsets)])
    steps = np.concatenate([coins + rules.step_coins[:, subsets], coins + gained])
    return Cells(to, np.minimum(steps, LAST_COIN) + TASK_COUNTS[tasks], tasks)


@lru_cache(maxsize=1)
def mirrored_rolls(rules: Rules) -> Ints:
    """For each roll, the number of the roll with all dice upside down."""
    numbers = {tuple(sorted(faces)): number for number, faces in enumerate(rules.lattice.falls)}
    return np.array([numbers[tuple(sorted(mirrored(faces)))] for faces in rules.lattice.falls], np.int64)


MAX_POSITIONS = 200_000
"""The largest number of positions solved on demand: some six seconds of processor time."""


@dataclass(frozen=True, eq=False)
class MasterBook:
    """The values of all positions that can follow one."""

    place: Positions
    row: Callable[[int], NDArray[Any]]
    """The values of a configuration of rows: diagonals x subsets."""
    exact: bool = True
    """Whether the values are exact, or compact approximations."""
    source: str = "solved on demand"
    """Where the values come from."""

    def of(self, board: Board) -> float:
        """The expected turns to the goal on this board, for one seat with perfect play before the next throw."""
        check(board)
        if stars(board) >= GOAL:
            return 0.0
        row, diagonal, subset = self.place.find(board)
        return float(self.row(row)[diagonal, subset])

    def ends(self, board: Board) -> list[float]:
        """The expected turns to the goal after each roll is used in the best way on this board: rolls.

        The board must be short of the goal; a roll that cannot be used leaves it unchanged.
        """
        cell = self.place.find(board)
        after = following_cells(self.place, *(np.array([at]) for at in cell))
        possible = after.rows[:, 0] != NONE
        turns = np.full(len(possible), np.inf)
        turns[possible] = values_at(self.row, *(part[possible, 0] for part in after))
        least = np.append(turns, np.inf)[ways_of_rolls(self.place.rules)].min(axis=1)
        if self.place.turned(board):
            # The cell is that of the mirrored board, where the mirrored roll does what this one does here.
            least = least[mirrored_rolls(self.place.rules)]
        turns_after: list[float] = np.where(np.isinf(least), self.of(board), least).tolist()
        return turns_after


def open_master(path: Path | None = None) -> MasterBook:
    """The book of all positions, from its table; raises an error if there is none for these rules."""
    place = positions()
    table = read_table(path or table_path(Master.key), place.digest)
    return MasterBook(place, table.row, source=str(table.path))


def master_endgame(board: Board, fill: Fill = fill_plain) -> MasterBook:
    """The book of all positions after a board near the goal; raises an error if there are too many."""
    place = positions_after(board, MAX_POSITIONS)
    values = np.zeros(place.shape)
    for start, end in pairwise(place.layers):
        fill(place, values, values[start:end], start)
    return MasterBook(place, values.__getitem__)


def value_of_board(board: Board, fill: Fill = fill_plain) -> float:
    """The expected turns to the goal with perfect play from a board near it, without a table."""
    check(board)
    return 0.0 if stars(board) >= GOAL else master_endgame(board, fill).of(board)


FILE = SPEC.data("turns.npz")


def best_master() -> MasterBook:
    """The best available book of solo Master."""
    try:
        return open_master()
    except BadTable:
        return shipped_master()


@lru_cache(maxsize=1)
def shipped_master() -> MasterBook:
    """The shipped compact book of solo Master."""
    place = positions()
    return MasterBook(place, read_rows(FILE, place.digest, tidy=tidy_of(place)), exact=False, source=str(FILE))


def shipped_error() -> float:
    """The root mean square error of the compact values."""
    place = positions()
    return read_compact(FILE, place.digest, tidy_of(place)).errors.rms


def tidy_of(place: Positions) -> Tidy:
    """The function that corrects compact values: those at the goal are 0."""

    def tidy(rows: Ints, values: NDArray[Any]) -> None:
        values *= place.alive[place.finished[rows]]

    return tidy
