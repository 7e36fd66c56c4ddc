"""Worths relative to the others: one's own points, minus those that one's entries leave to others.

Beating somebody gains a point and takes one from somebody else; playing to win counts both. Others are assumed to play
for points, as the book says. Points they have in a row regardless of one's own entry are not counted.
"""

from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np

from knobel.games.kribbeln.rules.sheet import KRIBBEL_ROWS, ROWS
from knobel.games.kribbeln.solve.opponents import MARKS
from knobel.games.kribbeln.solve.ranks import Margins, after_row
from knobel.games.kribbeln.solve.turns import SITUATIONS
from knobel_lab.games.kribbeln.book import KribbelnBook
from knobel_lab.games.kribbeln.lanes import Lanes, Play
from knobel_lab.games.kribbeln.lines import Chances, Line, after_player, class_counts, next_sights, sizes


@dataclass(frozen=True, eq=False)
class Gains:
    """The gain of each mark on the others in a row, if they play as the line says."""

    line: Line

    @property
    def rivals(self) -> int:
        """The number of other players."""
        return self.line.seen.players - 1

    @cached_property
    def later_upto(self) -> Chances:
        """The expected number of players without an entry who will not end above each mark: sights x marks."""
        everybody = self.line.seen.players - sizes(self.line.seen)
        return _upto(self.line.later, everybody.astype(np.float64))

    @cached_property
    def gains(self) -> Chances:
        """Points, minus a share of those that others get for being above, by what is seen: sights x marks."""
        line, seen = self.line, self.line.seen
        after = next_sights(seen)[:, line.classes], np.arange(MARKS)
        by_class = class_counts(seen)[: seen.count]
        below = by_class @ line.below + line.later[after]
        upto = by_class @ _upto(line.below, np.ones(seen.classes)) + self.later_upto[after]
        return self._gained(below, upto)

    @cached_property
    def points_ahead(self) -> Chances:
        """The gain of each mark that is entered ahead by dodging."""
        line, seen = self.line, self.line.seen
        after = next_sights(seen)[:, line.classes], np.arange(MARKS)
        chances = line.before[: seen.count]
        ahead = self.rivals * np.cumsum(line.ahead)
        upto = ahead + chances @ self.later_upto[after]
        return self._gained(line.points_ahead - 1, upto)

    def _gained(self, below: Chances, upto: Chances) -> Chances:
        written = np.arange(MARKS) > 0
        return np.asarray(written * (1 + below) - (self.rivals - upto) / self.rivals)

    @property
    def struck(self) -> Chances:
        """The gain of an X, by what is seen."""
        return np.asarray(self.gains[:, 0])

    @property
    def points(self) -> Chances:
        """The gain of each mark over an X, by what is seen: sights x marks."""
        return np.asarray(self.gains - self.gains[:, :1])


def _upto(below: Chances, most: Chances) -> Chances:
    """Convert numbers of players below each mark to numbers not above it; `most` is how many there are."""
    return np.concatenate([below[:, 1:], most[:, None]], axis=1)


def margins_of(book: KribbelnBook) -> Margins:
    """The margins of the best response to the others of a book."""
    lines = [Gains(line) for line in book.lines]
    lanes, players = Lanes(book.turns), book.lines[0].seen.players
    values, order = np.zeros((len(ROWS), *SITUATIONS)), np.zeros((len(ROWS), players))
    for row in reversed(range(len(ROWS))):
        play = Play(lanes, row, lines, np.array(after_row(values.tolist(), row)))
        worths = play.worths.copy()
        for filled in play.throwers:
            worths[:, filled] += lines[row].struck[:, None]
        sights = book.lines[row].sights
        values[row] = np.einsum("s,sfm->fm", sights, worths)
        order[row] = _order(book, row, worths[:, play.throwers[0]])
    return Margins(values.tolist(), order.tolist(), guessed(players))


def _order(book: KribbelnBook, row: int, worths: Chances) -> Chances:
    """How much more a turn is worth after each number of others, by mean situation; `worths` are sights x marks."""
    usual = np.eye(1, MARKS)[0]
    if not book.turns.beginner:
        for before in (at for at in KRIBBEL_ROWS if at < row):
            marks = book.lines[before].marks.copy()
            stays, marks[0] = marks[0], 0.0
            usual = marks + stays * usual
    each = worths @ usual
    line = book.lines[row]
    chances, means = np.eye(1, len(line.seen.sights))[0], []
    for _ in range(line.seen.players):
        means.append(chances[: line.seen.count] @ each)
        chances = after_player(line.seen, chances, line.by_class)
    return np.asarray(np.array(means) - np.mean(means))


def guessed(players: int) -> list[float]:
    """Estimated standard deviations of the difference, if all rows contribute alike."""
    each = 0.31 * players * sqrt(2 * players / (players - 1))
    return [each * sqrt(left) for left in range(len(ROWS), -1, -1)]
