"""How players stand after their games: games won and points, with standard errors."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

from knobel.arena.journal import GameRow
from knobel.arena.tournament import Tournament
from knobel.core.game import rank


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean, and its standard error."""

    mean: float
    error: float


def mean(numbers: Sequence[float]) -> Mean:
    """The mean of some numbers, with its standard error."""
    middle = sum(numbers) / len(numbers)
    spread = sum((number - middle) ** 2 for number in numbers) / max(1, len(numbers) - 1)
    return Mean(middle, sqrt(spread / len(numbers)))


def per_cent(share: Mean | None) -> str:
    """A share for a table, in per cent."""
    return "" if share is None else f"{100 * share.mean:.1f} ± {100 * share.error:.1f}"


def points(found: Mean | None) -> str:
    """A mean of points for a table."""
    return "–" if found is None else f"{found.mean:.2f} ± {found.error:.2f}"


@dataclass(frozen=True, slots=True)
class Pairing:
    """How one player did against another: games won, a draw counting half, and points ahead."""

    one: str
    other: str
    games: int
    won: Mean
    ahead: Mean | None
    """Over the games that nobody gave away; None if there are none."""


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
    """Why, and how often."""

    def share(self, one: str, other: str) -> Mean | None:
        """The share of games that one won against the other; None if they never met."""
        return _share(self.pairings, one, other)


@dataclass(frozen=True, slots=True)
class SeatPairing:
    """How one player did against another, in each seat: games won, a draw counting half, and points ahead."""

    one: str
    other: str
    games: int
    won: Mean
    ahead: Mean
    won_first: Mean
    """Won when the first of the two sat first."""
    won_second: Mean


@dataclass(frozen=True, slots=True)
class Ladder:
    """How levels stand against each other in a game."""

    game: str
    options: dict[str, str]
    seed: int
    pairings: tuple[SeatPairing, ...]
    points: dict[str, Mean]
    alone: bool
    """Every level played its sheets alone, and sheets with the same number were compared."""

    def share(self, one: str, other: str) -> Mean | None:
        """The share of games that one won against the other; None against itself."""
        return _share(self.pairings, one, other)


def _share(pairings: Iterable[Pairing | SeatPairing], one: str, other: str) -> Mean | None:
    for pairing in pairings:
        if (pairing.one, pairing.other) == (one, other):
            return pairing.won
        if (pairing.one, pairing.other) == (other, one):
            return Mean(1 - pairing.won.mean, pairing.won.error)
    return None


class _Tally:
    """Numbers, grouped by what makes them depend on each other."""

    def __init__(self) -> None:
        self._found: dict[Hashable, list[float]] = defaultdict(list)

    def add(self, group: Hashable, value: float) -> None:
        self._found[group].append(value)

    @property
    def count(self) -> int:
        return sum(map(len, self._found.values()))

    def mean(self) -> Mean | None:
        return mean([sum(values) / len(values) for values in self._found.values()]) if self._found else None


def standing(players: Sequence[str], games: Iterable[GameRow], *, independent: bool = False) -> Standing:
    """How these players stand after these games.

    Games with the same number may have the same dice. So their mean is taken first, and errors are those of the means
    of different numbers, which are independent of each other; unless all games are independent anyhow.
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
                    beaten = _won(game.places[seat], game.places[rival])
                    share[name].add(group, beaten)
                    won[name, other].add(group, beaten)
                    if game.forfeit is None:
                        ahead[name, other].add(group, game.scores[seat] - game.scores[rival])
    pairings = [
        Pairing(*pair, won[pair].count, found, ahead[pair].mean())
        for pair in combinations(players, 2)
        if (found := won[pair].mean())
    ]
    return Standing(
        tuple(players),
        count,
        tuple(pairings),
        {name: found for name, tally in share.items() if (found := tally.mean())},
        {name: tally.mean() for name, tally in points.items()},
        {name: sum(why.values()) for name, why in reasons.items()},
        {name: dict(why) for name, why in reasons.items()},
    )


def _won(mine: int, theirs: int) -> float:
    """What a place is against another: 1, or half for a draw."""
    return 0.5 + 0.5 * (mine < theirs) - 0.5 * (mine > theirs)


def ladder(contest: Tournament, games: Iterable[GameRow]) -> Ladder:
    """How the levels of a tournament for two stand after these games, all of which are independent."""
    names = [entrant.name for entrant in contest.entrants]
    order = {seats: at for at, seats in enumerate(contest.seats())}
    games = sorted(games, key=lambda game: (order[game.players], game.number))
    scored = standing(names, games, independent=True)
    meetings = _compared(names, games) if contest.apart else games
    met = standing(names, meetings, independent=True) if contest.apart else scored
    pairings = []
    for pair in met.pairings:
        ways = (pair.one, pair.other), (pair.other, pair.one)
        first, second = ([game for game in meetings if game.players == seats] for seats in ways)
        assert pair.ahead
        pairings.append(
            SeatPairing(
                pair.one,
                pair.other,
                pair.games,
                pair.won,
                pair.ahead,
                mean([_won(*game.places) for game in first]),
                mean([1 - _won(*game.places) for game in second]),
            )
        )
    means = {name: found for name, found in scored.points.items() if found}
    return Ladder(contest.game.key, dict(contest.game.options), contest.seed, tuple(pairings), means, contest.apart)


def _compared(names: Sequence[str], sheets: Sequence[GameRow]) -> list[GameRow]:
    """Sheets played alone, compared number by number as if the players had met, in either seat half of the time."""
    scores = {name: [sheet.scores[0] for sheet in sheets if sheet.players == (name,)] for name in names}
    found = []
    for pair in combinations(names, 2):
        reached = list(zip(*(scores[name] for name in pair), strict=True))
        for number, points in enumerate(reached):
            way = 1 if 2 * number < len(reached) else -1
            found.append(GameRow(number, pair[::way], points[::way], rank(points)[::way], 0))
    return found
