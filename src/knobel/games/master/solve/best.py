"""The best available book of solo Master."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from knobel.games.master.rules.board import Board
from knobel.games.master.solve.plain_book import PlainMaster
from knobel.solve.arrays import ARRAYS


class Turns(Protocol):
    """The expected turns to the goal on boards, for one seat with perfect play."""

    @property
    def exact(self) -> bool:
        """Whether the values are exact, or compact approximations."""

    def of(self, board: Board) -> float:
        """The expected turns on a board before its next throw."""

    def ends(self, board: Board) -> Sequence[float]:
        """The expected turns after each roll is used in the best way on a board short of the goal."""


@lru_cache(maxsize=1)
def best_turns() -> Turns:
    """The solved table if there is one, else the shipped values; in plain Python where NumPy is missing."""
    if not ARRAYS:
        return PlainMaster()
    from knobel.games.master.solve.book import best_master

    return best_master()
