"""A row of Kribbeln as many players of the same strength fill it, and the points an entry may expect among them.

Players are independent of each other but for what they see: whoever throws knows the entries made so far, in classes,
and any order of playing is equally likely. Entries made by dodging stand before anybody throws for the row.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from knobel.games.kribbeln.solve.observation import MARKS, Chances, Seen


def classes_of(marks: Chances, classes: int) -> NDArray[np.int64]:
    """The class of each mark: an X is one, and sums are parted into equally likely ones."""
    if classes == MARKS:
        return np.arange(MARKS)
    sums = marks[1:] / marks[1:].sum()
    middle = np.cumsum(sums) - sums / 2
    return np.concatenate([[0], 1 + np.minimum((middle * (classes - 1)).astype(np.int64), classes - 2)])


@dataclass(frozen=True, eq=False)
class Line:
    """A row: what players write who see what they see, and what was written ahead by dodging."""

    seen: Seen
    classes: NDArray[np.int64]
    """The class of each mark."""
    entries: Chances
    """The chance of each mark, by what is seen: sights x marks."""
    ahead: Chances
    """The chance that a player has written each mark ahead; the rest is the chance to have none yet."""

    @cached_property
    def by_class(self) -> Chances:
        """The chance of each class, by what is seen."""
        return self._gather(self.entries)

    def _gather(self, marks: Chances) -> Chances:
        """Chances of marks as chances of classes."""
        member = self.classes[:, None] == np.arange(self.seen.classes)
        return np.asarray(marks @ member)

    @cached_property
    def before(self) -> Chances:
        """The chance of each sight of entries ahead, before anybody throws for the row."""
        chances = np.eye(1, len(self.seen.sights))[0]
        ahead = self._gather(self.ahead)
        for _ in range(self.seen.players - 1):
            chances = chances * (1 - ahead.sum()) + self.seen.step(chances, ahead[None])
        return np.asarray(chances)

    @cached_property
    def sights(self) -> Chances:
        """The chance of each sight when one's own turn comes."""
        found = np.zeros(len(self.seen.sights))
        for ahead in range(self.seen.players):
            chances = np.where(self.seen.sizes == ahead, self.before, 0.0)
            throwers = self.seen.players - ahead
            for _ in range(throwers):
                found += chances / throwers
                chances = self.seen.step(chances, self.by_class)
        return found[: self.seen.count]

    @cached_property
    def marks(self) -> Chances:
        """The chance of each mark in the end."""
        return np.asarray(self.ahead + (1 - self.ahead.sum()) * (self.sights @ self.entries))

    @cached_property
    def later(self) -> Chances:
        """How many of those who have no entry yet will end below each mark: sights x marks."""
        found = np.zeros((len(self.seen.sights), MARKS))
        below = np.cumsum(self.entries, axis=1) - self.entries
        for size in reversed(range(self.seen.players)):
            rows = np.flatnonzero(self.seen.sizes == size)
            after = found[self.seen.more[rows]]
            found[rows] = below[rows] + np.einsum("rc,rcm->rm", self.by_class[rows], after)
        return found

    @cached_property
    def below(self) -> Chances:
        """The chance that an entry of each class is below each mark: classes x marks."""
        member = self.classes[None] == np.arange(self.seen.classes)[:, None]
        # A class that never occurs counts as if its marks were equally likely; some classes have no marks at all.
        weights = member * (self.marks + 1e-12)
        weights /= np.maximum(weights.sum(axis=1, keepdims=True), 1e-12)
        return np.asarray(np.cumsum(weights, axis=1) - weights)

    @cached_property
    def points(self) -> Chances:
        """The points to expect for each mark, written with each sight: sights x marks."""
        others = self.seen.counts[: self.seen.count] @ self.below
        later = self.later[self.seen.more[:, self.classes], np.arange(MARKS)]
        found = 1 + others + later
        found[:, 0] = 0
        return np.asarray(found)

    @cached_property
    def points_ahead(self) -> Chances:
        """The points to expect for each mark, written ahead by dodging."""
        others = (self.seen.players - 1) * (np.cumsum(self.ahead) - self.ahead)
        with_mine = self.later[self.seen.more[:, self.classes], np.arange(MARKS)]
        found = 1 + others + self.before[: self.seen.count] @ with_mine
        found[0] = 0
        return np.asarray(found)

    @cached_property
    def value(self) -> float:
        """The points each of the players expects of this row."""
        thrown = np.einsum("s,sm,sm->", self.sights, self.entries, self.points)
        return float((1 - self.ahead.sum()) * thrown + self.ahead @ self.points_ahead)
