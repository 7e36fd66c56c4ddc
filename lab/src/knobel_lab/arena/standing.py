"""Standings of players: games won and points, with standard errors."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import Protocol

from knobel_lab.arena.journal import GameRow


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean, and its standard error."""

    mean: float
    error: float
    count: int = 0
    """The number of independent values; 0 if it is not known."""


SURE = 1.96
"""Standard errors on either side of a 95 % confidence interval."""


def interval(share: Mean) -> tuple[float, float]:
    """The 95 % confidence interval (Wilson) of a share, which is valid for 0 and 1, too."""
    p = share.mean
    count = p * (1 - p) / share.error**2 if share.error else share.count
    if not count:
        return 0.0, 1.0
    weight = SURE**2 / count
    middle, half = p + weight / 2, SURE * sqrt(p * (1 - p) / count + weight / (4 * count))
    return max(0.0, (middle - half) / (1 + weight)), min(1.0, (middle + half) / (1 + weight))


def mean(numbers: Sequence[float]) -> Mean:
    """The mean of some numbers, with its standard error."""
    middle = sum(numbers) / len(numbers)
    spread = sum((number - middle) ** 2 for number in numbers) / max(1, len(numbers) - 1)
    return Mean(middle, sqrt(spread / len(numbers)), len(numbers))


def per_cent(share: Mean | None) -> str:
    """A share in per cent for a table, with its standard error, or its confidence interval if all games ended alike."""
    if share is None:
        return ""
    if share.error or not share.count:
        return f"{100 * share.mean:.1f} ± {100 * share.error:.1f}"
    low, high = (f"{100 * end:.1f}" for end in interval(share))
    return f"{100 * share.mean:.1f} ({low} – {high})"


def rating(estimate: Mean) -> str:
    """A rating for a table."""
    return f"{estimate.mean:.0f} ± {estimate.error:.0f}"


def points(estimate: Mean | None) -> str:
    """A mean of points for a table."""
    return "–" if estimate is None else f"{estimate.mean:.2f} ± {estimate.error:.2f}"


@dataclass(frozen=True, slots=True)
class Pairing:
    """The results of one player against another: games won, a draw counting half, and points ahead."""

    one: str
    other: str
    games: int
    won: Mean
    ahead: Mean | None
    """Mean over the games that nobody forfeited; None if there are none."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The results of all games, player by player and pairing by pairing."""

    players: tuple[str, ...]
    games: int
    pairings: tuple[Pairing, ...]
    won: dict[str, Mean]
    """The share of rivals beaten, a draw counting half."""
    points: dict[str, Mean | None]
    forfeits: dict[str, int]
    reasons: dict[str, dict[str, int]]
    """The reasons of forfeits, by player, with their number."""

    def share(self, one: str, other: str) -> Mean | None:
        """The share of games that one won against the other; None if they never met."""
        return share_of(self.pairings, one, other)


class Met(Protocol):
    """The results of one player against another."""

    @property
    def one(self) -> str:
        """The player."""

    @property
    def other(self) -> str:
        """The other player."""

    @property
    def won(self) -> Mean:
        """The share of games that the first player won."""


def share_of(pairings: Iterable[Met], one: str, other: str) -> Mean | None:
    """The share of games that one won against the other; None if they never met."""
    for pairing in pairings:
        if (pairing.one, pairing.other) == (one, other):
            return pairing.won
        if (pairing.one, pairing.other) == (other, one):
            return Mean(1 - pairing.won.mean, pairing.won.error, pairing.won.count)
    return None


class _Tally:
    """Values grouped by what makes them dependent."""

    def __init__(self) -> None:
        self._groups: dict[Hashable, list[float]] = defaultdict(list)

    def add(self, group: Hashable, value: float) -> None:
        self._groups[group].append(value)

    @property
    def count(self) -> int:
        return sum(map(len, self._groups.values()))

    def mean(self) -> Mean | None:
        return mean([sum(values) / len(values) for values in self._groups.values()]) if self._groups else None


def standing(players: Sequence[str], games: Iterable[GameRow], *, independent: bool = False) -> Standing:
    """The standing of these players after these games.

    Games with the same number may have the same dice, so their mean is taken first, and errors are those of the means
    of different numbers, which are independent; unless all games are `independent`.
    """
    won: dict[tuple[str, str], _Tally] = defaultdict(_Tally)
    ahead: dict[tuple[str, str], _Tally] = defaultdict(_Tally)
    share, points = {name: _Tally() for name in players}, {name: _Tally() for name in players}
    reasons: dict[str, Counter[str]] = {name: Counter() for name in players}
    count = 0
    for game in games:
        count += 1
        group = game.key if independent else game.number
        if game.forfeit is not None:
            reasons[game.players[game.forfeit]][game.reason or ""] += 1
        for seat, name in enumerate(game.players):
            if game.forfeit is None:
                points[name].add(group, game.scores[seat])
            for rival, other in enumerate(game.players):
                if seat != rival:
                    beaten = beat(game.places[seat], game.places[rival])
                    share[name].add(group, beaten)
                    won[name, other].add(group, beaten)
                    if game.forfeit is None:
                        ahead[name, other].add(group, game.scores[seat] - game.scores[rival])
    pairings = [
        Pairing(*pair, won[pair].count, average, ahead[pair].mean())
        for pair in combinations(players, 2)
        if (average := won[pair].mean())
    ]
    return Standing(
        tuple(players),
        count,
        tuple(pairings),
        {name: average for name, tally in share.items() if (average := tally.mean())},
        {name: tally.mean() for name, tally in points.items()},
        {name: sum(why.values()) for name, why in reasons.items()},
        {name: dict(why) for name, why in reasons.items()},
    )


def beat(mine: int, theirs: int) -> float:
    """The result of a place against another: 1, 0, or one half for a draw."""
    return 0.5 + 0.5 * (mine < theirs) - 0.5 * (mine > theirs)
