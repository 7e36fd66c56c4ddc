"""The last two rows of Kribbeln between two, solved exactly: colours do not matter there, so the rest is a small game.

Both play to win. Values are the chance of the one who is called `own`; a tie of points is won by the higher number in
the last row, and shared if that is the same. Leads are one's own points less the other's.
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
"""A row moves the lead by no more."""
SURE = SWING + 1
"""Before the last row, a lead of so much is a win."""

REMEMBERED = 20_000
"""How many beginnings of the row before the last are kept in mind."""


Thing = TypeVar("Thing")


@cache
def difference(own: int, other: int) -> int:
    """What a row adds to the lead, by the marks of both."""
    mine, theirs = row_points((own, other))
    return mine - theirs


def sign(number: float) -> int:
    """1 above nothing, -1 below, or 0."""
    return (number > 0) - (number < 0)


def decided(lead: int, own: int, other: int) -> float:
    """The share of the win at the end, by the lead and the marks in the last row."""
    return (sign(lead or own - other) + 1) / 2


@dataclass(frozen=True, slots=True)
class Hand:
    """What counts of a sheet in the last rows: the highest Kribbel number, and marks that stand already."""

    highest: int
    third: int | None = None
    last: int | None = None


def hand_of(sheet: Sheet, highest: int) -> Hand:
    """The hand of a sheet."""
    third, last = (None if entry is None else mark(entry) for entry in (sheet[THIRD], sheet[LAST]))
    return Hand(highest, third, last)


def may_write(highest: int) -> list[int]:
    """The marks that may be written in a Kribbel row: an X, and all above the highest number."""
    return [0, *range(highest + 1, MARKS)]


def by_mark(worths: list[Thing], highest: int) -> list[Thing]:
    """For every mark, from those that may be written: a sum that does not rise is an X."""
    return [worths[0]] * (highest + 1) + worths[1:]


def turns(lanes: Sequence[Sequence[float]]) -> list[float]:
    """The worths of turns in a Kribbel row in which each mark is worth this."""
    different = {tuple(worths[1:]): 0.0 for worths in lanes}
    open_ = [ends for ends in different if min(ends) < max(ends)]
    different |= {ends: ends[0] for ends in different}
    if open_:
        different |= zip(open_, starts(dice(None), classes(None), open_, THROWS), strict=True)
    return [different[tuple(worths[1:])] for worths in lanes]


@dataclass(frozen=True, eq=False)
class LastRows:
    """The last two rows between two; in the variant for beginners, numbers need not rise."""

    beginner: bool
    _begun: Memory[float] = field(default_factory=lambda: Memory(REMEMBERED))
    _alone: dict[tuple[int, int], dict[int, float]] = field(default_factory=dict)
    _both: dict[tuple[int, int], dict[int, float]] = field(default_factory=dict)

    def alone(self, lead: int, other: int, highest: int) -> float:
        """The chance of whoever throws last of all, by the mark that the other has written and one's highest number."""
        known = self._alone.setdefault((lead, other), {})
        if highest not in known:
            self._rise(known, highest, lambda own: decided(lead + difference(own, other), own, other))
        return known[highest]

    def both(self, lead: int, other: int, highest: int) -> float:
        """The chance of whoever throws first in the last row, by the other's highest number and one's own."""
        known = self._both.setdefault((lead, other), {})
        if highest not in known:
            self._rise(known, highest, lambda own: 1 - self.alone(-lead, own, other))
        return known[highest]

    def _rise(self, known: dict[int, float], highest: int, worth: Callable[[int], float]) -> None:
        """Work out turns in which marks are worth this, for this highest number and for those it may rise to."""
        struck, *worths = [worth(own) for own in may_write(highest)]
        most = [most for most in range(highest, 1 if self.beginner else MARKS) if most not in known]
        known |= zip(most, turns([by_mark([struck, *worths[one - highest :]], one) for one in most]), strict=True)

    def before_last(self, lead: int, own: Hand, other: Hand, first: int) -> float:
        """The chance when the last row begins; `first` is 1 if one begins, -1 if the other does, 0 if dice decide."""
        if own.last is not None and other.last is not None:
            return decided(lead + difference(own.last, other.last), own.last, other.last)
        at = max(-SURE, min(SURE, lead))
        if own.last is not None:
            return 1 - self.alone(-at, own.last, other.highest)
        if other.last is not None:
            return self.alone(at, other.last, own.highest)
        found = 0.0
        if first >= 0:
            found += self.both(at, other.highest, own.highest)
        if first <= 0:
            found += 1 - self.both(-at, own.highest, other.highest)
        return found if first else found / 2

    def before_third(self, lead: int, own: Hand, other: Hand, first: int) -> float:
        """The chance when the row before the last begins."""
        return self._begun.get((lead, own, other, first), lambda: self._before_third(lead, own, other, first))

    def _before_third(self, lead: int, own: Hand, other: Hand, first: int) -> float:
        if own.third is not None and other.third is not None:
            return self._written(lead, own, other, own.third, other.third)
        if own.third is None and other.third is None and first == 0:
            return (self.before_third(lead, own, other, 1) + self.before_third(lead, own, other, -1)) / 2
        if own.third is None and (other.third is not None or first > 0):
            return turns([self.third(lead, own, other)])[0]
        return 1 - self.before_third(-lead, other, own, -first)

    def third(self, lead: int, own: Hand, other: Hand) -> list[float]:
        """The chance once one has written each mark in the row before the last, when the other has, or follows.

        Marks that do not rise are worth what an X is.
        """
        marks = may_write(own.highest)
        if other.third is not None:
            found = [self._written(lead, own, other, mine, other.third) for mine in marks]
        else:
            found = [1 - worth for worth in turns([self._answers(lead, own, other, mine) for mine in marks])]
        return by_mark(found, own.highest)

    def _answers(self, lead: int, own: Hand, other: Hand, mine: int) -> list[float]:
        """What each mark is worth to the other, once one has written a mark."""
        worths = [1 - self._written(lead, own, other, mine, theirs) for theirs in may_write(other.highest)]
        return by_mark(worths, other.highest)

    def _written(self, lead: int, own: Hand, other: Hand, mine: int, theirs: int) -> float:
        """The chance once both have their mark in the row before the last."""
        hands = self._raised(own, mine), self._raised(other, theirs)
        return self.before_last(lead + difference(mine, theirs), *hands, sign(mine - theirs))

    def _raised(self, hand: Hand, own: int) -> Hand:
        """A hand after this mark in the row before the last."""
        return Hand(0 if self.beginner else max(hand.highest, own), last=hand.last)


@lru_cache(maxsize=2)
def last_rows(beginner: bool) -> LastRows:
    """The last rows, made once."""
    return LastRows(beginner)
