"""The ladder of the levels: their results against each other, in each seat."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from knobel.core.game import rank
from knobel_lab.arena.journal import GameRow
from knobel_lab.arena.standing import Mean, beat, mean, share_of, standing
from knobel_lab.arena.tournament import Tournament


@dataclass(frozen=True, slots=True)
class SeatPairing:
    """The results of one player against another, in each seat: games won, a draw counting half, and points ahead."""

    one: str
    other: str
    games: int
    won: Mean
    ahead: Mean
    won_first: Mean
    """The share won when the first of the two sat first."""
    won_second: Mean


@dataclass(frozen=True, slots=True)
class Ladder:
    """The results of levels against each other in a game."""

    game: str
    options: dict[str, str]
    seed: int
    pairings: tuple[SeatPairing, ...]
    points: dict[str, Mean]
    values: tuple[str, ...]
    """The values by which levels decided."""
    alone: bool
    """Whether every level played its sheets alone, and sheets with the same number were compared."""

    def share(self, one: str, other: str) -> Mean | None:
        """The share of games that one won against the other; None against itself."""
        return share_of(self.pairings, one, other)


def ladder(contest: Tournament, games: Iterable[GameRow]) -> Ladder:
    """The ladder from the games of a tournament for two, all of which are independent."""
    names = [entrant.name for entrant in contest.entrants]
    order = {seats: at for at, seats in enumerate(contest.seats())}
    games = sorted(games, key=lambda game: (order[game.players], game.number))
    scored = standing(names, games, independent=True)
    meetings = _compared(names, games) if contest.alone else games
    met = standing(names, meetings, independent=True) if contest.alone else scored
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
                mean([beat(*game.places) for game in first]),
                mean([1 - beat(*game.places) for game in second]),
            )
        )
    points = {name: mean_points for name, mean_points in scored.points.items() if mean_points}
    options, values = dict(contest.game.options), contest.values
    return Ladder(contest.game.key, options, contest.seed, tuple(pairings), points, values, contest.alone)


def _compared(names: Sequence[str], sheets: Sequence[GameRow]) -> list[GameRow]:
    """Sheets played alone, compared number by number as if the players had met, half of the time in either seat."""
    scores = {name: [sheet.scores[0] for sheet in sheets if sheet.players == (name,)] for name in names}
    meetings = []
    for pair in combinations(names, 2):
        results = list(zip(*(scores[name] for name in pair), strict=True))
        for number, points in enumerate(results):
            order = 1 if 2 * number < len(results) else -1
            meetings.append(GameRow(number, pair[::order], points[::order], rank(points)[::order], 0))
    return meetings
