"""A distribution: how likely each final score is."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup

PERFECT = "perfect"
"""Who plays perfectly; others are levels of bots."""


@dataclass(frozen=True, slots=True)
class Players:
    """Who played what: the game with its options, how many sat at the table, and how well they play."""

    game: str
    who: str
    seats: int = 1
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, eq=False)
class Distribution:
    """The chances of all final scores of one seat."""

    players: Players
    first: int
    """The lowest score there is a chance of."""
    chances: NDArray[np.float64]
    """The chance of each score from `first` on."""
    games: int | None = None
    """How many games were played to find out; None if the chances are exact."""
    reach: tuple[float, ...] = ()
    """The chance to reach at least 0, 1, 2, ... when that alone is played for; empty where nobody worked it out."""

    @property
    def exact(self) -> bool:
        """Nothing was left to luck."""
        return self.games is None

    @property
    def scores(self) -> range:
        """The scores that the chances belong to."""
        return range(self.first, self.first + len(self.chances))

    @cached_property
    def _below(self) -> NDArray[np.float64]:
        """The chance to stay below each score, and below what comes after the last: never above 1 by rounding."""
        return np.asarray(np.minimum(np.concatenate([[0.0], np.cumsum(self.chances)]), 1.0))

    @property
    def mean(self) -> float:
        """The mean score."""
        return float(self.chances @ np.array(self.scores))

    @property
    def deviation(self) -> float:
        """The standard deviation of scores."""
        return float(np.sqrt(self.chances @ (np.array(self.scores) - self.mean) ** 2))

    @property
    def error(self) -> float:
        """The standard error of the mean; of a seat a game, for seats of a game are no strangers to each other."""
        return 0.0 if self.games is None else self.deviation / self.games**0.5

    def below(self, score: int) -> float:
        """The chance to stay below a score."""
        return float(self._below[min(max(score - self.first, 0), len(self.chances))])

    def at_least(self, score: int) -> float:
        """The chance of this score or more."""
        return 1.0 - self.below(score)

    def percentile(self, score: int) -> float:
        """How many of a hundred such games a score beats; equal scores are not beaten."""
        return 100 * self.below(score)

    def quantile(self, share: float) -> int:
        """The lowest score that at least this share of games stays at or below."""
        if not 0 <= share <= 1:
            raise BadSetup(f"a share of games is from 0 to 1, not {share}")
        at = int(np.searchsorted(self._below[1:], share - 1e-12))
        return self.scores[min(at, len(self.chances) - 1)]

    def plain(self) -> dict[str, Any]:
        """The same as plain values, for programs."""
        return {
            "game": self.players.game,
            "who": self.players.who,
            "seats": self.players.seats,
            "options": dict(self.players.options),
            "exact": self.exact,
            "games": self.games,
            "mean": self.mean,
            "error": self.error,
            "deviation": self.deviation,
            "first": self.first,
            "chances": self.chances.tolist(),
            "reach": list(self.reach),
        }
