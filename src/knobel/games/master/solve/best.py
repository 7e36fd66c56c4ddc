"""The best book of solo Master on this machine."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from knobel.games.master.rules.board import Board
from knobel.games.master.solve.plain_book import PlainMaster
from knobel.solve.arrays import ARRAYS


class Turns(Protocol):
    """The expected turns still to come on boards, alone and with perfect play."""

    @property
    def exact(self) -> bool:
        """Whether these are the true values, or compact ones near them."""

    def of(self, board: Board) -> float:
        """Those of a board before its next throw."""

    def ends(self, board: Board) -> Sequence[float]:
        """Those after each roll is used in the best way on a board short of the goal."""


@lru_cache(maxsize=1)
def best_turns() -> Turns:
    """The table if there is one, else what is shipped; in plain Python where there is no NumPy."""
    if not ARRAYS:
        return PlainMaster()
    from knobel.games.master.solve.book import best_master

    return best_master()
