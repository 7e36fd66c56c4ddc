"""The last two rows of Kribbeln for two players, solved exactly: colours do not matter there, so the game is small.

Both play to win. Values are the chance of the player called `own`; a tie of points is won by the higher number in the
last row, and shared if that is the same. Leads are one's own points minus the other's.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TypeVar

from knobel.games.holding.rating import Memory
from knobel.games.kribbeln.rules.game import THROWS
from knobel.games.kribbeln.rules.sheet import LAST_KRIBBEL, Sheet, row_points
from knobel.games.kribbeln.solve.opponents import MARKS, mark
from knobel.games.kribbeln.solve.rolls import classes, dice
from knobel.solve.kernel.turn import starts

THIRD, LAST = LAST_KRIBBEL - 1, LAST_KRIBBEL
SWING = 2
"""The most by which a row can change the lead."""
WINNING_LEAD = SWING + 1
"""A lead that wins for certain before the last row."""

REMEMBERED = 20_000
"""How many positions before the last row but one are cached."""


Worth = TypeVar("Worth")


@cache
def lead_change(own: int, other: int) -> int:
    """The change of the lead by a row, from the marks of both."""
    mine, theirs = row_points((own, other))
    return mine - theirs


def sign(number: float) -> int:
    """The sign of a number: 1, 0 or -1."""
    return (number > 0) - (number < 0)


def final_share(lead: int, own: int, other: int) -> float:
    """The share of the win at the end, by the lead and the marks in the last row."""
    return (sign(lead or own - other) + 1) / 2


@dataclass(frozen=True, slots=True)
class Hand:
    """The part of a sheet that counts in the last rows: the highest Kribbel number, and marks already written."""

    highest: int
    third: int | None = None
    last: int | None = None


def hand_of(sheet: Sheet, highest: int) -> Hand:
    """The hand of a sheet."""
    third, last = (None if entry is None else mark(entry) for entry in (sheet[THIRD], sheet[LAST]))
    return Hand(highest, third, last)


def allowed_marks(highest: int) -> list[int]:
    """The marks that may be written in a Kribbel row: an X, and all above the highest number."""
    return [0, *range(highest + 1, MARKS)]


def by_mark(worths: list[Worth], highest: int) -> list[Worth]:
    """Extend worths of the marks that may be written to all marks: a sum that is not higher counts as an X."""
    return [worths[0]] * (highest + 1) + worths[1:]


def worths_of_turns(lanes: Sequence[Sequence[float]]) -> list[float]:
    """The worth of turns in a Kribbel row, from the worths of marks."""
    worth_of = {tuple(worths[1:]): 0.0 for worths in lanes}
    undecided = [ends for ends in worth_of if min(ends) < max(ends)]
    worth_of |= {ends: ends[0] for ends in worth_of}
    if undecided:
        worth_of |= zip(undecided, starts(dice(None), classes(None), undecided, THROWS), strict=True)
    return [worth_of[tuple(worths[1:])] for worths in lanes]


@dataclass(frozen=True, eq=False)
class LastRows:
    """The solver of the last two rows for two players; in the variant for beginners, numbers need not rise."""

    beginner: bool
    _begun: Memory[float] = field(default_factory=lambda: Memory(REMEMBERED))
    _alone: dict[tuple[int, int], dict[int, float]] = field(default_factory=dict)
    _both: dict[tuple[int, int], dict[int, float]] = field(default_factory=dict)

    def alone(self, lead: int, other: int, highest: int) -> float:
        """The chance of the player with the very last turn, given the other's mark and one's highest Kribbel number."""
        by_highest = self._alone.setdefault((lead, other), {})
        if highest not in by_highest:
            self._fill_in(by_highest, highest, lambda own: final_share(lead + lead_change(own, other), own, other))
        return by_highest[highest]

    def first_of_two(self, lead: int, other: int, highest: int) -> float:
        """The chance of the player who throws first in the last row, given the highest Kribbel numbers of both."""
        by_highest = self._both.setdefault((lead, other), {})
        if highest not in by_highest:
            self._fill_in(by_highest, highest, lambda own: 1 - self.alone(-lead, own, other))
        return by_highest[highest]

    def _fill_in(self, by_highest: dict[int, float], highest: int, worth: Callable[[int], float]) -> None:
        """Fill in turns with these worths of marks, for this highest Kribbel number and all above it."""
        struck, *worths = [worth(own) for own in allowed_marks(highest)]
        missing = [own for own in range(highest, 1 if self.beginner else MARKS) if own not in by_highest]
        lanes = [by_mark([struck, *worths[own - highest :]], own) for own in missing]
        by_highest |= zip(missing, worths_of_turns(lanes), strict=True)

    def before_last(self, lead: int, own: Hand, other: Hand, first: int) -> float:
        """The chance before the last row; `first` is 1 if one begins, -1 if the other does, 0 if dice decide."""
        if own.last is not None and other.last is not None:
            return final_share(lead + lead_change(own.last, other.last), own.last, other.last)
        limited = max(-WINNING_LEAD, min(WINNING_LEAD, lead))
        if own.last is not None:
            return 1 - self.alone(-limited, own.last, other.highest)
        if other.last is not None:
            return self.alone(limited, other.last, own.highest)
        chance = 0.0
        if first >= 0:
            chance += self.first_of_two(limited, other.highest, own.highest)
        if first <= 0:
            chance += 1 - self.first_of_two(-limited, own.highest, other.highest)
        return chance if first else chance / 2

    def before_third(self, lead: int, own: Hand, other: Hand, first: int) -> float:
        """The chance before the last row but one."""
        return self._begun.get((lead, own, other, first), lambda: self._before_third(lead, own, other, first))

    def _before_third(self, lead: int, own: Hand, other: Hand, first: int) -> float:
        if own.third is not None and other.third is not None:
            return self._written(lead, own, other, own.third, other.third)
        if own.third is None and other.third is None and first == 0:
            return (self.before_third(lead, own, other, 1) + self.before_third(lead, own, other, -1)) / 2
        if own.third is None and (other.third is not None or first > 0):
            return worths_of_turns([self.third(lead, own, other)])[0]
        return 1 - self.before_third(-lead, other, own, -first)

    def third(self, lead: int, own: Hand, other: Hand) -> list[float]:
        """The chance after writing each mark in the last row but one, if the other has written or follows.

        Marks that are not higher are worth what an X is.
        """
        marks = allowed_marks(own.highest)
        if other.third is not None:
            chances = [self._written(lead, own, other, mine, other.third) for mine in marks]
        else:
            chances = [
                1 - worth for worth in worths_of_turns([self._answers(lead, own, other, mine) for mine in marks])
            ]
        return by_mark(chances, own.highest)

    def _answers(self, lead: int, own: Hand, other: Hand, mine: int) -> list[float]:
        """The worth of each mark to the other, after one's own mark."""
        worths = [1 - self._written(lead, own, other, mine, theirs) for theirs in allowed_marks(other.highest)]
        return by_mark(worths, other.highest)

    def _written(self, lead: int, own: Hand, other: Hand, mine: int, theirs: int) -> float:
        """The chance after both have a mark in the last row but one."""
        hands = self._raised(own, mine), self._raised(other, theirs)
        return self.before_last(lead + lead_change(mine, theirs), *hands, sign(mine - theirs))

    def _raised(self, hand: Hand, own: int) -> Hand:
        """A hand after this mark in the last row but one."""
        return Hand(0 if self.beginner else max(hand.highest, own), last=hand.last)


@lru_cache(maxsize=2)
def last_rows(beginner: bool) -> LastRows:
    """The solver of the last rows, cached."""
    return LastRows(beginner)
