"""Rows of Kribbeln among equals, as arrays: what players write given what they see, and what that is worth."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from knobel.games.kribbeln.solve.opponents import MARKS, Seen

Chances = NDArray[np.float64]
Ints = NDArray[np.int64]


@lru_cache(maxsize=8)
def sizes(seen: Seen) -> Ints:
    """The number of entries of each sight."""
    return np.array([len(sight) for sight in seen.sights])


@lru_cache(maxsize=8)
def next_sights(seen: Seen) -> Ints:
    """For each sight of a player on turn, the sight with an entry of each class added: sights x classes."""
    rows = [
        [seen.index[tuple(sorted((*sight, each)))] for each in range(seen.classes)]
        for sight in seen.sights[: seen.count]
    ]
    return np.array(rows)


@lru_cache(maxsize=8)
def class_counts(seen: Seen) -> Chances:
    """The number of entries of each class in a sight: sights x classes."""
    return np.array([np.bincount(np.array(sight, int), minlength=seen.classes) for sight in seen.sights], float)


def after_player(seen: Seen, chances: Chances, entries: Chances) -> Chances:
    """The chances of sights after one more player, who writes each class with these chances: sights x classes."""
    after = np.zeros(len(seen.sights))
    np.add.at(after, next_sights(seen), chances[: seen.count, None] * entries)
    return after


def classes_of(marks: Chances, classes: int) -> Ints:
    """The class of each mark: an X is a class of its own, and sums are split into equally likely classes."""
    if classes == MARKS:
        return np.arange(MARKS)
    sums = marks[1:] / marks[1:].sum()
    middle = np.cumsum(sums) - sums / 2
    return np.concatenate([[0], 1 + np.minimum((middle * (classes - 1)).astype(np.int64), classes - 2)])


@dataclass(frozen=True, eq=False)
class Line:
    """A row: what players write given what they see, and what was entered ahead by dodging."""

    seen: Seen
    classes: Ints
    """The class of each mark."""
    entries: Chances
    """The chance of each mark, by what is seen: sights x marks."""
    ahead: Chances
    """The chance that a player has entered each mark ahead; the rest is the chance of no entry yet."""

    @cached_property
    def by_class(self) -> Chances:
        """The chance of each class, by what is seen."""
        return self._gather(self.entries)

    def _gather(self, marks: Chances) -> Chances:
        """Sum chances of marks by class."""
        member = self.classes[:, None] == np.arange(self.seen.classes)
        return np.asarray(marks @ member)

    @cached_property
    def before(self) -> Chances:
        """The chance of each sight of entries ahead, before anybody throws for the row."""
        chances = np.eye(1, len(self.seen.sights))[0]
        ahead = self._gather(self.ahead)
        for _ in range(self.seen.players - 1):
            chances = chances * (1 - ahead.sum()) + after_player(self.seen, chances, ahead[None])
        return np.asarray(chances)

    @cached_property
    def sights(self) -> Chances:
        """The chance of each sight when one's own turn comes."""
        sights = np.zeros(len(self.seen.sights))
        for ahead in range(self.seen.players):
            chances = np.where(sizes(self.seen) == ahead, self.before, 0.0)
            throwers = self.seen.players - ahead
            for _ in range(throwers):
                sights += chances / throwers
                chances = after_player(self.seen, chances, self.by_class)
        return sights[: self.seen.count]

    @cached_property
    def marks(self) -> Chances:
        """The chance of each mark at the end of the row."""
        return np.asarray(self.ahead + (1 - self.ahead.sum()) * (self.sights @ self.entries))

    @cached_property
    def later(self) -> Chances:
        """The expected number of players without an entry who will end below each mark: sights x marks."""
        later = np.zeros((len(self.seen.sights), MARKS))
        below = np.cumsum(self.entries, axis=1) - self.entries
        for size in reversed(range(self.seen.players)):
            rows = np.flatnonzero(sizes(self.seen) == size)
            after = later[next_sights(self.seen)[rows]]
            later[rows] = below[rows] + np.einsum("rc,rcm->rm", self.by_class[rows], after)
        return later

    @cached_property
    def below(self) -> Chances:
        """The chance that an entry of each class is below each mark: classes x marks."""
        member = self.classes[None] == np.arange(self.seen.classes)[:, None]
        # The marks of a class that never occurs count as equally likely; some classes have no marks at all.
        weights = member * (self.marks + 1e-12)
        weights /= np.maximum(weights.sum(axis=1, keepdims=True), 1e-12)
        return np.asarray(np.cumsum(weights, axis=1) - weights)

    @cached_property
    def points(self) -> Chances:
        """The expected points of each mark, written with each sight: sights x marks."""
        others = class_counts(self.seen)[: self.seen.count] @ self.below
        later = self.later[next_sights(self.seen)[:, self.classes], np.arange(MARKS)]
        points = 1 + others + later
        points[:, 0] = 0
        return np.asarray(points)

    @cached_property
    def points_ahead(self) -> Chances:
        """The expected points of each mark, entered ahead by dodging."""
        others = (self.seen.players - 1) * (np.cumsum(self.ahead) - self.ahead)
        with_mine = self.later[next_sights(self.seen)[:, self.classes], np.arange(MARKS)]
        points = 1 + others + self.before[: self.seen.count] @ with_mine
        points[0] = 0
        return np.asarray(points)

    @cached_property
    def value(self) -> float:
        """The expected points of each player in this row."""
        thrown = np.einsum("s,sm,sm->", self.sights, self.entries, self.points)
        return float((1 - self.ahead.sum()) * thrown + self.ahead @ self.points_ahead)
