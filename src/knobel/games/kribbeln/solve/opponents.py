"""What a player of Kribbeln sees of the others in a row (a sight), and the expected points of an entry among them.

Players are independent of each other except for what they see: a player on turn knows the entries made so far, in
classes, and any order of play is equally likely. Entries made by dodging exist before anybody throws for the row.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement

from knobel.solve.arrays import NDArray, np

Chances = NDArray[np.float64]

LOWEST, HIGHEST = 6, 36
"""The lowest and highest sum of six dice."""

MARKS = HIGHEST - LOWEST + 2
"""The number of marks, the possible entries: 0 is an X, 1 the lowest sum, and so on."""

CLASSES = {2: MARKS, 3: 10, 4: 6, 5: 5}
"""The number of classes of entries, by the number of players: for two players, each entry is its own class."""


def mark(value: int) -> int:
    """The mark of an entry: 0 for an X, which is stored as 0."""
    return value - LOWEST + 1 if value else 0


@dataclass(frozen=True)
class Seen:
    """All sights for a number of players: multisets of classes, fewest entries first."""

    players: int
    classes: int

    @cached_property
    def sights(self) -> tuple[tuple[int, ...], ...]:
        """The multisets, from none to an entry of every player."""
        counts = range(self.players + 1)
        return tuple(sight for count in counts for sight in combinations_with_replacement(range(self.classes), count))

    @cached_property
    def index(self) -> dict[tuple[int, ...], int]:
        return {sight: at for at, sight in enumerate(self.sights)}

    @cached_property
    def count(self) -> int:
        """The number of sights of a player on turn: at most everybody else has an entry."""
        return sum(len(sight) < self.players for sight in self.sights)

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """The number of entries of each sight."""
        return np.array([len(sight) for sight in self.sights])

    @cached_property
    def more(self) -> NDArray[np.int64]:
        """For each sight of a player on turn, the sight with an entry of each class added: sights x classes."""
        found = [
            [self.index[tuple(sorted((*sight, each)))] for each in range(self.classes)]
            for sight in self.sights[: self.count]
        ]
        return np.array(found)

    @cached_property
    def counts(self) -> Chances:
        """The number of entries of each class in a sight: sights x classes."""
        return np.array([np.bincount(np.array(sight, int), minlength=self.classes) for sight in self.sights], float)

    def step(self, chances: Chances, entries: Chances) -> Chances:
        """The chances of sights after one more player, who writes each class with these chances: sights x classes."""
        after = np.zeros(len(self.sights))
        np.add.at(after, self.more, chances[: self.count, None] * entries)
        return after


@lru_cache(maxsize=8)
def seen(players: int, classes: int | None = None) -> Seen:
    """The sights for a number of players, with the default number of classes; cached."""
    return Seen(players, classes or CLASSES[players])


def classes_of(marks: Chances, classes: int) -> NDArray[np.int64]:
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
    classes: NDArray[np.int64]
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
        """The chance of each mark at the end of the row."""
        return np.asarray(self.ahead + (1 - self.ahead.sum()) * (self.sights @ self.entries))

    @cached_property
    def later(self) -> Chances:
        """The expected number of players without an entry who will end below each mark: sights x marks."""
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
        # The marks of a class that never occurs count as equally likely; some classes have no marks at all.
        weights = member * (self.marks + 1e-12)
        weights /= np.maximum(weights.sum(axis=1, keepdims=True), 1e-12)
        return np.asarray(np.cumsum(weights, axis=1) - weights)

    @cached_property
    def points(self) -> Chances:
        """The expected points of each mark, written with each sight: sights x marks."""
        others = self.seen.counts[: self.seen.count] @ self.below
        later = self.later[self.seen.more[:, self.classes], np.arange(MARKS)]
        found = 1 + others + later
        found[:, 0] = 0
        return np.asarray(found)

    @cached_property
    def points_ahead(self) -> Chances:
        """The expected points of each mark, entered ahead by dodging."""
        others = (self.seen.players - 1) * (np.cumsum(self.ahead) - self.ahead)
        with_mine = self.later[self.seen.more[:, self.classes], np.arange(MARKS)]
        found = 1 + others + self.before[: self.seen.count] @ with_mine
        found[0] = 0
        return np.asarray(found)

    @cached_property
    def value(self) -> float:
        """The expected points of each player in this row."""
        thrown = np.einsum("s,sm,sm->", self.sights, self.entries, self.points)
        return float((1 - self.ahead.sum()) * thrown + self.ahead @ self.points_ahead)
