"""Scores as distributions, not only means: what perfect play and bots reach, as shipped with each game."""

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
    """The chance of each score from `first` on; a plain list where there is no NumPy."""
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
    def _below(self) -> list[float]:
        """The chance to stay below each score, and below what comes after the last: never above 1 by rounding."""
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
        """The standard error of the mean; of a seat a game, for seats of a game are no strangers to each other."""
        return 0.0 if self.games is None else self.deviation / self.games**0.5

    def below(self, score: int) -> float:
        """The chance to stay below a score."""
        return self._below[min(max(score - self.first, 0), len(self.chances))]

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
        at = bisect_left(self._below[1:], share - 1e-12)
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
            "chances": [float(chance) for chance in self.chances],
            "reach": list(self.reach),
        }


FILE = "distributions.json"
"""What the file of distributions is called in the data of a game."""


@cache
def shipped(key: str) -> tuple[Distribution, ...]:
    """All distributions of a game there are, the best players first; none of rules that no list has."""
    try:
        path = find(key).data(FILE)
    except UnknownGame:
        return ()
    return tuple(map(read, loads(path.read_text("utf-8"))["distributions"])) if path.exists() else ()


def read(told: Mapping[str, Any]) -> Distribution:
    """A distribution as it stands in the file: counted games, or exact chances."""
    players = Players(told["game"], told["who"], told["seats"], tuple(sorted(told["options"].items())))
    if "chances" in told:
        return Distribution(players, told["first"], _kept(told["chances"]), reach=tuple(told.get("reach", ())))
    games = sum(told["counts"])
    return Distribution(players, told["first"], _kept([count / games for count in told["counts"]]), told["games"])


def _kept(chances: list[float]) -> Any:
    """Chances as an array, where there is NumPy."""
    return np.array(chances) if ARRAYS else chances


def distributions(game: str | AnyGame) -> tuple[Distribution, ...]:
    """The distributions of a game as it is played here, the best players first; none if nobody has played it.

    Where what others do makes no difference, any number of seats will do.
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
    """The best chance of at least 0, 1, 2, … points from a blank sheet, if it is shipped."""
    return next((one.reach for one in shipped(key) if one.reach), ())


def distribution(game: str | AnyGame, who: str | None = None) -> Distribution:
    """The distribution of final scores of the best players of a game, or of a level of bots."""
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
    """With how many seats the scores of a game are told unless said: where players touch each other, at least two."""
    known = find(key)
    return max(known.seats[0], 2 if known.coupled else 1)
