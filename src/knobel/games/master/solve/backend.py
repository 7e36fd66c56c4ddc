"""The values of Master that judges read: of boards alone, and of tables; with NumPy where that is installed."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from knobel.games.master.rules.board import Board
from knobel.solve.arrays import HAS_NUMPY
from knobel.solve.kernel.uses import Outcomes, Rolls


class Turns(Protocol):
    """The expected turns to the goal on boards, for one seat with perfect play."""

    @property
    def exact(self) -> bool:
        """Whether the values are exact, or compact approximations."""

    @property
    def source(self) -> str:
        """Where the values come from."""

    def of(self, board: Board) -> float:
        """The expected turns on a board before its next throw."""

    def ends(self, board: Board) -> Sequence[float]:
        """The expected turns after each roll is used in the best way on a board short of the goal."""


class Tables(Protocol):
    """Computes chances to win of all seats.

    `waiting` seats still have their turn in this round; after somebody is at the goal they play it, or with `every`,
    all seats play one more.
    """

    def opened(
        self, table: tuple[Board, ...], seat: int, waiting: Sequence[bool], *, every: bool
    ) -> tuple[Rolls, Outcomes]:
        """The worth of each roll to a seat in its best use, and the chances of all seats then."""

    def chances(
        self, tables: Sequence[tuple[Board, ...]], waiting: Sequence[bool], *, every: bool
    ) -> list[list[float]]:
        """The chances of all seats at each table."""


class Backend(NamedTuple):
    """The best available values."""

    turns: Turns
    tables: Tables


@lru_cache(maxsize=1)
def backend() -> Backend:
    """With NumPy from the solved table if there is one; else, and without NumPy, from the shipped values."""
    if not HAS_NUMPY:
        from knobel.games.master.solve.plain_book import PlainMaster
        from knobel.games.master.solve.plain_tables import PlainTables

        turns = PlainMaster()
        return Backend(turns, PlainTables(turns))
    from knobel.games.master.solve.array_tables import ArrayTables, contest_of
    from knobel.games.master.solve.book import best_master

    book = best_master()
    return Backend(book, ArrayTables(contest_of(book)))
