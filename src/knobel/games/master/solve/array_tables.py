"""Chances to win at tables of Master, computed with arrays."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from knobel.games.master.rules.board import Board
from knobel.games.master.solve.boards import Boards, best_ways, boards_of
from knobel.games.master.solve.book import MasterBook
from knobel.games.master.solve.contest import Contest
from knobel.games.master.solve.races import Floats
from knobel.solve.kernel.uses import Kinds, Outcomes, Rolls
from knobel.solve.tables import values_at


def contest_of(book: MasterBook) -> Contest:
    """A contest from a book of solo values."""

    def lookup(rows: Any, diagonals: Any, subsets: Any) -> Floats:
        flat = values_at(book.row, *(part.ravel().astype(np.int64) for part in (rows, diagonals, subsets)))
        return flat.reshape(rows.shape)

    return Contest(book.place, lookup)


class ArrayTables:
    """Chances to win at tables, from solo values of boards; see `backend.Tables`."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest

    def opened(
        self, table: tuple[Board, ...], seat: int, waiting: Sequence[bool], *, every: bool
    ) -> tuple[Rolls, Outcomes]:
        """The worth of each roll to a seat in its best use, and the chances of all seats then."""
        after, possible = self.contest.after(boards_of(table).at(None), seat)
        chances = np.zeros((*possible.shape, len(table)))
        chances[possible] = self.contest.chances(after.at(possible), np.array(waiting), every=every)
        rolls, ways = best_ways(self.contest.place.rules, chances[..., seat], possible)
        return rolls[0], Outcomes(Kinds(ways[0]), chances[0].tolist())

    def chances(
        self, tables: Sequence[tuple[Board, ...]], waiting: Sequence[bool], *, every: bool
    ) -> list[list[float]]:
        """The chances of all seats at each table."""
        boards = Boards(*(np.stack(parts) for parts in zip(*map(boards_of, tables), strict=True)))
        chances: list[list[float]] = self.contest.chances(boards, np.array(waiting), every=every).tolist()
        return chances
