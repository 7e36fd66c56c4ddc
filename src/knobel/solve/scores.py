"""Distributions of final scores of perfect play and of bots, as shipped with each game."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate
from json import loads
from math import sqrt
from operator import mul
from typing import Any

from knobel.core.errors import BadSetup, UnknownGame, with_technical_text
from knobel.core.game import AnyGame
from knobel.core.registry import made, make
from knobel.games.holding.starting import BEGINS
from knobel.games.spec import find, spec

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
    chances: Sequence[float]
    """The chance of each score from `first` on."""
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
        return [0.0, *(min(1.0, below) for below in accumulate(self.chances))]

    @property
    def mean(self) -> float:
        """The mean score."""
        return float(sum(map(mul, self.chances, self.scores)))

    @property
    def deviation(self) -> float:
        """The standard deviation of scores."""
        mean, pairs = self.mean, zip(self.chances, self.scores, strict=True)
        return sqrt(sum(chance * (score - mean) ** 2 for chance, score in pairs))

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

    def as_dict(self) -> dict[str, Any]:
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
            "chances": list(self.chances),
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


def read(facts: Mapping[str, Any]) -> Distribution:
    """A distribution as stored in the file: counts of games, or exact chances."""
    players = Players(facts["game"], facts["who"], facts["seats"], tuple(sorted(facts["options"].items())))
    if "chances" in facts:
        return Distribution(players, facts["first"], facts["chances"], reach=tuple(facts.get("reach", ())))
    games = sum(facts["counts"])
    return Distribution(players, facts["first"], [count / games for count in facts["counts"]], facts["games"])


def distributions(game: str | AnyGame) -> tuple[Distribution, ...]:
    """The shipped distributions of a game with its seats and rules, the best players first.

    Where the seats do not influence each other, the number of seats is ignored, and so are options without a usual
    choice, such as the sheet that is played.
    """
    rules = made(game)
    game_spec = spec(rules)
    choices = _other_choices(rules)
    matters = {
        option.key: choices[option.key] for option in game_spec.options if option.default and option.key in choices
    }
    return tuple(
        scores
        for scores in shipped(rules.key)
        if (not game_spec.coupled or scores.players.seats == rules.seats) and dict(scores.players.options) == matters
    )


def _other_choices(game: AnyGame) -> dict[str, str]:
    """The options of a game that are not as usual; who begins makes no difference to its scores."""
    usual = make(game.key, game.seats).options
    return {key: value for key, value in game.options.items() if key != BEGINS.key and usual.get(key) != value}


def blank_reach(key: str) -> tuple[float, ...]:
    """The best chance of at least 0, 1, 2, … points from a blank sheet, if shipped."""
    return next((scores.reach for scores in shipped(key) if scores.reach), ())


def distribution(game: str | AnyGame, who: str | None = None) -> Distribution:
    """The distribution of final scores of a level of bots, or else of the best players; an error for other options."""
    rules = made(game)
    fitting = [scores for scores in distributions(rules) if dict(scores.players.options) == _other_choices(rules)]
    if not fitting:
        raise with_technical_text(
            BadSetup(f"no score distribution is included for {rules.key} with {rules.seats} seats and these options"),
            "distribution",
            game=rules.key,
            seats=rules.seats,
        )
    by_players = {scores.players.who: scores for scores in reversed(fitting)}
    if who is None:
        return fitting[0]
    if who not in by_players:
        names = ", ".join(by_players)
        raise BadSetup(f"there is no distribution of {who[:60]!r} in {rules.key}; there are {names}")
    return by_players[who]


def usual_seats(key: str) -> int:
    """The default number of seats for the scores of a game: at least two where seats influence each other."""
    game_spec = find(key)
    return max(game_spec.seats[0], 2 if game_spec.coupled else 1)
