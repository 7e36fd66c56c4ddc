"""Early stopping of a tournament: the sequential probability ratio test (SPRT) known from chess programs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

from knobel.core.errors import BadSetup
from knobel_lab.arena.journal import GameRow
from knobel_lab.arena.standing import beat

EVEN = 0.5
WRONG = 0.05
"""The probability of error of either answer."""

BOUND = log((1 - WRONG) / WRONG)
"""The log likelihood ratio at which the test ends."""

MIN_NUMBERS = 10
"""The least numbers to play, before which the variance is not known well enough."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The state of the test whether the first player wins this share of games rather than half."""

    share: float
    """The share of games that was asked for."""
    numbers: int
    """How many numbers were played, each in both seats."""
    odds: float
    """The log likelihood ratio of this share and an even one."""

    @property
    def decided(self) -> bool:
        """Whether the games suffice for a decision."""
        return abs(self.odds) >= BOUND

    def sentence(self, one: str, other: str) -> str:
        """The verdict in words."""
        claim = f"{one} wins {100 * self.share:g} % against {other}"
        if not self.decided:
            finding = f"it is still open whether {claim}"
        elif self.odds > 0:
            finding = f"{claim}, not just half"
        else:
            finding = f"it is unlikely that {claim}: half is more likely"
        return f"After {self.numbers} numbers {finding} (log likelihood ratio {self.odds:.2f}, limits ±{BOUND:.2f})."


def check_share(per_cent: float) -> float:
    """The share to test against an even one, from per cent."""
    if not 50 < per_cent < 100:
        raise BadSetup(f"--until is a share of games won, more than 50 and less than 100 per cent, not {per_cent:g}")
    return per_cent / 100


def verdict(pair: Sequence[str], games: Iterable[GameRow], share: float) -> Verdict:
    """The verdict on the games of a pair, number by number until it is decided; later numbers are ignored.

    Games with the same number share their dice, so their mean is one result. The variance is estimated from the results
    with one more of the greatest possible variance, so that early results do not look too certain.
    """
    results = _by_number(pair[0], games)
    total = squares = odds = 0.0
    for count, result in enumerate(results, 1):
        total, squares = total + result, squares + result * result
        mean = total / count
        variance = max(0.0, squares - count * mean * mean)
        variance = (variance + EVEN * EVEN) / (count + 1)
        odds = count * (share - EVEN) * (2 * mean - share - EVEN) / (2 * variance)
        if count >= MIN_NUMBERS and abs(odds) >= BOUND:
            return Verdict(share, count, odds)
    return Verdict(share, len(results), odds if len(results) >= MIN_NUMBERS else 0.0)


def _by_number(one: str, games: Iterable[GameRow]) -> list[float]:
    """The mean result of this player for each number, from 0 on, as far as both seatings were played."""
    by_number: dict[int, list[float]] = {}
    for game in games:
        seat = game.players.index(one)
        by_number.setdefault(game.number, []).append(beat(game.places[seat], game.places[1 - seat]))
    results: list[float] = []
    while len(seatings := by_number.get(len(results), [])) == 2:
        results.append(sum(seatings) / 2)
    return results
