"""The last two rows of Kribbeln between two, solved exactly: colours do not matter there, so the rest is a small game.

Both play to win. Values are the chance of the one who is called `own`; a tie of points is won by the higher number in
the last row, and shared if that is the same. Leads are one's own points less the other's.
"""

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from knobel.games.holding.rating import Memory
from knobel.games.kribbeln.rules.game import THROWS
from knobel.games.kribbeln.rules.sheet import LAST_KRIBBEL, Sheet, row_points
from knobel.games.kribbeln.solve.opponents import MARKS, Chances, mark
from knobel.games.kribbeln.solve.rolls import dice
from knobel.games.kribbeln.solve.turns import Ints, kinds
from knobel.solve.kernel import reference

THIRD, LAST = LAST_KRIBBEL - 1, LAST_KRIBBEL
SWING = 2
"""A row moves the lead by no more."""
SURE = SWING + 1
"""Before the last row, a lead of so much is a win."""

REMEMBERED = 20_000
"""How many beginnings of the row before the last are kept in mind."""

_POINTS: Ints = np.array([[row_points((own, other)) for other in range(MARKS)] for own in range(MARKS)])
DIFFERENCE: Ints = _POINTS[..., 0] - _POINTS[..., 1]
"""What a row adds to the lead, by the marks of both."""


def decided(lead: Ints, own: Ints, other: Ints) -> Chances:
    """The share of the win at the end, by the lead and the marks in the last row."""
    return np.asarray((np.sign(np.where(lead == 0, np.sign(own - other), lead)) + 1) / 2)


@dataclass(frozen=True, slots=True)
class Hand:
    """What counts of a sheet in the last rows: the highest Kribbel number, and marks that stand already."""

    highest: Any
    third: int | None = None
    last: int | None = None


def hand_of(sheet: Sheet, highest: int) -> Hand:
    """The hand of a sheet."""
    third, last = (None if entry is None else mark(entry) for entry in (sheet[THIRD], sheet[LAST]))
    return Hand(highest, third, last)


@dataclass(frozen=True, eq=False)
class LastRows:
    """The last two rows between two; in the variant for beginners, numbers need not rise."""

    beginner: bool
    _begun: Memory[float] = field(default_factory=lambda: Memory(REMEMBERED))

    @cached_property
    def alone(self) -> Chances:
        """The chance of whoever throws last of all: leads x marks of the other x highest numbers."""
        leads, others, highest = np.ix_(np.arange(-SURE, SURE + 1), np.arange(MARKS), self._highest)
        marks = self._marks[:, None, None]
        lead = leads[None] + DIFFERENCE[marks, others[None]]
        return self._turn(decided(lead, marks, others[None]), highest)

    @cached_property
    def both(self) -> Chances:
        """The chance of whoever throws first in the last row, by lead and both highest: leads x own x other."""
        leads, own, other = np.ix_(np.arange(-SURE, SURE + 1), self._highest, self._highest)
        marks = self._marks[:, None, None]
        return self._turn(1 - self.alone[SURE - leads[None], marks, other[None]], own)

    @property
    def _highest(self) -> Ints:
        return np.arange(1 if self.beginner else MARKS)

    @property
    def _marks(self) -> Ints:
        """All marks, as a first axis."""
        return np.arange(MARKS)[:, None]

    def _turn(self, worths: Chances, highest: Ints) -> Chances:
        """The worth of a turn in a Kribbel row in which marks (the first axis) are worth this, by one's highest."""
        marks = np.arange(1, MARKS).reshape(-1, *[1] * (worths.ndim - 1))
        ends = np.where(marks > highest, worths[1:], worths[:1])
        lanes = ends.reshape(MARKS - 1, -1)
        grid, classes = dice(None), kinds(None)
        parts = [lanes[:, first : first + LANES] for first in range(0, lanes.shape[1], LANES)]
        found = [reference.turn(grid, [part[classes]], THROWS)[0] for part in parts]
        return np.concatenate(found).reshape(ends.shape[1:])

    def before_last(self, lead: Ints, own: Hand, other: Hand, first: Ints) -> Chances:
        """The chance when the last row begins, by lead; `first` is 1 if one begins, -1 if the other, 0 if dice decide.

        Highest numbers may be many, too.
        """
        if own.last is not None and other.last is not None:
            marks = np.array(own.last), np.array(other.last)
            return decided(lead + DIFFERENCE[marks], *marks)
        at = np.clip(lead, -SURE, SURE)
        if own.last is not None:
            return np.asarray(1 - self.alone[SURE - at, own.last, other.highest])
        if other.last is not None:
            return np.asarray(self.alone[SURE + at, other.last, own.highest])
        begins = self.both[SURE + at, own.highest, other.highest]
        follows = 1 - self.both[SURE - at, other.highest, own.highest]
        return np.asarray(np.where(first > 0, begins, np.where(first < 0, follows, (begins + follows) / 2)))

    def before_third(self, lead: int, own: Hand, other: Hand, first: int) -> float:
        """The chance when the row before the last begins."""
        return self._begun.get((lead, own, other, first), lambda: self._before_third(lead, own, other, first))

    def _before_third(self, lead: int, own: Hand, other: Hand, first: int) -> float:
        if own.third is not None and other.third is not None:
            return float(self._written(lead, own, other, np.array(own.third), np.array(other.third)))
        if own.third is None and other.third is None and first == 0:
            return (self.before_third(lead, own, other, 1) + self.before_third(lead, own, other, -1)) / 2
        if own.third is None and (other.third is not None or first > 0):
            return float(self._turn(self.third(lead, own, other)[:, None], np.array(own.highest))[0])
        return 1 - self.before_third(-lead, other, own, -first)

    def third(self, lead: int, own: Hand, other: Hand) -> Chances:
        """The chance once one has written each mark in the row before the last, when the other has, or follows."""
        marks = np.arange(MARKS)
        if other.third is not None:
            return self._written(lead, own, other, marks, np.array(other.third))
        return 1 - self._turn(1 - self._written(lead, own, other, marks, marks[:, None]), np.array(other.highest))

    def _written(self, lead: int, own: Hand, other: Hand, mine: Ints, theirs: Ints) -> Chances:
        """The chance once both have their mark in the row before the last."""
        hands = self._raised(own, mine), self._raised(other, theirs)
        return self.before_last(lead + DIFFERENCE[mine, theirs], *hands, np.sign(mine - theirs))

    def _raised(self, hand: Hand, marks: Ints) -> Hand:
        """A hand after these marks in the row before the last."""
        return Hand(np.maximum(hand.highest, 0 * marks if self.beginner else marks), last=hand.last)


LANES = 256
"""So many turns are worked out together."""


@lru_cache(maxsize=2)
def last_rows(beginner: bool) -> LastRows:
    """The last rows, made once."""
    return LastRows(beginner)
