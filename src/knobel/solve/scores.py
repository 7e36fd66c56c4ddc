"""Distributions of final scores of perfect play and of bots, as shipped with each game."""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate
from json import loads
from math import sqrt
from operator import mul
from typing import Any

from knobel.core.errors import BadSetup, UnknownGame, noted
from knobel.core.game import AnyGame
from knobel.core.registry import made
from knobel.games.spec import find, spec
from knobel.solve.arrays import ARRAYS, NDArray, np

PERFECT = "perfect"
"""The name of perfect play; other names are levels of bots."""


@dataclass(frozen=True, slots=True)
class Players:
    """Which distribution: the game with its options, the number of seats, and who plays."""

    game: str
    who: str
    seats: int = 1
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, eq=False)
class Distribution:
    """The probability distribution of the final score of one seat."""

    players: Players
    first: int
    """The lowest score of the distribution."""
    chances: NDArray[np.float64]
    """The chance of each score from `first` on; a plain list where NumPy is missing."""
    games: int | None = None
    """How many games were simulated; None if the chances are exact."""
    reach: tuple[float, ...] = ()
    """The chance to reach at least 0, 1, 2, ... points when playing only for that; empty if unknown."""

    @property
    def exact(self) -> bool:
        """Whether the chances are exact, not simulated."""
        return self.games is None

    @property
    def scores(self) -> range:
        """The scores that the chances belong to."""
        return range(self.first, self.first + len(self.chances))

    @cached_property
    def _below(self) -> list[float]:
        """The chance of less than each score, and of less than one beyond the last; clipped to 1 against rounding."""
        return [0.0, *(min(1.0, below) for below in accumulate(map(float, self.chances)))]

    @property
    def mean(self) -> float:
        """The mean score."""
        return float(sum(map(mul, map(float, self.chances), self.scores)))

    @property
    def deviation(self) -> float:
        """The standard deviation of scores."""
        mean, pairs = self.mean, zip(self.chances, self.scores, strict=True)
        return sqrt(sum(float(chance) * (score - mean) ** 2 for chance, score in pairs))

    @property
    def error(self) -> float:
        """The standard error of the mean; counted per game, as the scores of its seats are not independent."""
        return 0.0 if self.games is None else self.deviation / self.games**0.5

    def below(self, score: int) -> float:
        """The chance of less than a score."""
        return self._below[min(max(score - self.first, 0), len(self.chances))]

    def at_least(self, score: int) -> float:
        """The chance of this score or more."""
        return 1.0 - self.below(score)

    def percentile(self, score: int) -> float:
        """The percentage of games that a score beats; equal scores are not beaten."""
        return 100 * self.below(score)

    def quantile(self, share: float) -> int:
        """The lowest score that at least this share of games does not exceed."""
        if not 0 <= share <= 1:
            raise BadSetup(f"a share of games is from 0 to 1, not {share}")
        at = bisect_left(self._below[1:], share - 1e-12)
        return self.scores[min(at, len(self.chances) - 1)]

    def plain(self) -> dict[str, Any]:
        """The distribution as plain values, for programs."""
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
            "chances": [float(chance) for chance in self.chances],
            "reach": list(self.reach),
        }


FILE = "distributions.json"
"""The name of the file of distributions in the data of a game."""


@cache
def shipped(key: str) -> tuple[Distribution, ...]:
    """All shipped distributions of a game, the best players first; none for a game that is not registered."""
    try:
        path = find(key).data(FILE)
    except UnknownGame:
        return ()
    return tuple(map(read, loads(path.read_text("utf-8"))["distributions"])) if path.exists() else ()


def read(told: Mapping[str, Any]) -> Distribution:
    """A distribution as stored in the file: counts of games, or exact chances."""
    players = Players(told["game"], told["who"], told["seats"], tuple(sorted(told["options"].items())))
    if "chances" in told:
        return Distribution(players, told["first"], _kept(told["chances"]), reach=tuple(told.get("reach", ())))
    games = sum(told["counts"])
    return Distribution(players, told["first"], _kept([count / games for count in told["counts"]]), told["games"])


def _kept(chances: list[float]) -> Any:
    """Chances as an array where NumPy is installed."""
    return np.array(chances) if ARRAYS else chances


def distributions(game: str | AnyGame) -> tuple[Distribution, ...]:
    """The shipped distributions of a game with its seats and options, the best players first.

    Where the seats do not influence each other, the number of seats is ignored.
    """
    rules = made(game)
    known = spec(rules)
    matters = {option.key: "yes" for option in known.options if option.flag and rules.options.get(option.key) == "yes"}
    return tuple(
        one
        for one in shipped(rules.key)
        if (not known.coupled or one.players.seats == rules.seats) and dict(one.players.options) == matters
    )


def blank_reach(key: str) -> tuple[float, ...]:
    """The best chance of at least 0, 1, 2, … points from a blank sheet, if shipped."""
    return next((one.reach for one in shipped(key) if one.reach), ())


def distribution(game: str | AnyGame, who: str | None = None) -> Distribution:
    """The distribution of final scores of a level of bots, or else of the best players."""
    rules = made(game)
    found = distributions(rules)
    if not found:
        raise noted(
            BadSetup(f"no distribution of {rules.key} for {rules.seats} seats with these options is shipped"),
            "distribution",
            game=rules.key,
            seats=rules.seats,
        )
    known = {one.players.who: one for one in reversed(found)}
    if who is None:
        return found[0]
    if who not in known:
        raise BadSetup(f"no distribution of {who[:60]!r} in {rules.key} is shipped; there are {', '.join(known)}")
    return known[who]


def usual_seats(key: str) -> int:
    """The default number of seats for the scores of a game: at least two where seats influence each other."""
    known = find(key)
    return max(known.seats[0], 2 if known.coupled else 1)
