"""Judges: what every choice of a position is worth, for one seat and a stated objective."""

from collections.abc import Mapping
from typing import Any, Protocol

from knobel.core.game import AnyGame


class Judge(Protocol):
    """Rates choices by the result they lead to when play goes on as well as it can. Higher is always better."""

    @property
    def objective(self) -> str:
        """What a result is: `points`, `turns` (negated, so that fewer are better), `rank_points` or `win`."""

    def rate(self, game: AnyGame, state: Any, seat: int) -> Mapping[Any, float]:
        """The expected result after each move this seat may make now; empty if it has nothing to decide."""

    def value(self, game: AnyGame, state: Any, seat: int) -> float:
        """The expected result of this seat from here, whatever the game is waiting for."""

    def exact(self, game: AnyGame, state: Any, seat: int) -> bool:
        """Ratings are exact here: no choice is better than the one rated best, and values are expectations."""
