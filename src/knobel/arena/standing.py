"""How players stand: games won, points, and how sure that is."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from knobel.arena.played import Played
from knobel.players.arena import Mean, mean, share_of


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
    """What all games came to.

    Games with the same number may have the same dice. So their mean is taken first, and errors are those of the means
    of different numbers, which are independent of each other.
    """

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
        return share_of(self.pairings, one, other)


class _Tally:
    """Numbers that belong to the same dice."""

    def __init__(self) -> None:
        self._found: dict[int, list[float]] = defaultdict(list)

    def add(self, number: int, value: float) -> None:
        self._found[number].append(value)

    @property
    def count(self) -> int:
        return sum(map(len, self._found.values()))

    def mean(self) -> Mean | None:
        return mean([sum(values) / len(values) for values in self._found.values()]) if self._found else None


def standing(players: Sequence[str], games: Iterable[Played]) -> Standing:
    """How these players stand after these games."""
    won: dict[tuple[str, str], _Tally] = defaultdict(_Tally)
    ahead: dict[tuple[str, str], _Tally] = defaultdict(_Tally)
    share, points = {name: _Tally() for name in players}, {name: _Tally() for name in players}
    reasons: dict[str, Counter[str]] = {name: Counter() for name in players}
    count = 0
    for game in games:
        count += 1
        if game.forfeit is not None:
            reasons[game.players[game.forfeit]][game.reason or ""] += 1
        for seat, name in enumerate(game.players):
            if game.forfeit is None:
                points[name].add(game.number, game.scores[seat])
            for rival, other in enumerate(game.players):
                if seat != rival:
                    beaten = _won(game.places[seat], game.places[rival])
                    share[name].add(game.number, beaten)
                    won[name, other].add(game.number, beaten)
                    if game.forfeit is None:
                        ahead[name, other].add(game.number, game.scores[seat] - game.scores[rival])
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
