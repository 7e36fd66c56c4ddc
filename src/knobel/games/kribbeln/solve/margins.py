"""What situations of Kribbeln are worth against the others: one's own points, less those one's entries leave to them.

Beating somebody is worth a point to oneself and takes one from somebody else; whoever plays to win counts both. Others
are taken to play for points, as the book says. What they have in a row whatever one writes is not counted.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from knobel.core.errors import BadTable
from knobel.games.kribbeln import SPEC
from knobel.games.kribbeln.rules.sheet import KRIBBEL_ROWS, ROWS
from knobel.games.kribbeln.solve.book import KribbelnBook
from knobel.games.kribbeln.solve.opponents import MARKS, Chances, Line
from knobel.games.kribbeln.solve.turns import SITUATIONS, Play, leaves
from knobel.solve.tables import writing


@dataclass(frozen=True, eq=False)
class Gains:
    """What each mark gains on the others in a row, when they do what the line says."""

    line: Line

    @property
    def rivals(self) -> int:
        """How many others there are."""
        return self.line.seen.players - 1

    @cached_property
    def later_upto(self) -> Chances:
        """How many of those who have no entry yet will not end above each mark: sights x marks."""
        everybody = self.line.seen.players - self.line.seen.sizes
        return _upto(self.line.later, everybody.astype(np.float64))

    @cached_property
    def gains(self) -> Chances:
        """Points, less a part of those that others get for being above, by what is seen: sights x marks."""
        line, seen = self.line, self.line.seen
        after = seen.more[:, line.classes], np.arange(MARKS)
        known = seen.counts[: seen.count]
        below = known @ line.below + line.later[after]
        upto = known @ _upto(line.below, np.ones(seen.classes)) + self.later_upto[after]
        return self._gained(below, upto)

    @cached_property
    def points_ahead(self) -> Chances:
        """The same for each mark that is written ahead by dodging."""
        line, seen = self.line, self.line.seen
        after = seen.more[:, line.classes], np.arange(MARKS)
        chances = line.before[: seen.count]
        ahead = self.rivals * np.cumsum(line.ahead)
        upto = ahead + chances @ self.later_upto[after]
        return self._gained(line.points_ahead - 1, upto)

    def _gained(self, below: Chances, upto: Chances) -> Chances:
        written = np.arange(MARKS) > 0
        return np.asarray(written * (1 + below) - (self.rivals - upto) / self.rivals)

    @property
    def struck(self) -> Chances:
        """What an X gains, by what is seen."""
        return np.asarray(self.gains[:, 0])

    @property
    def points(self) -> Chances:
        """What each mark gains above an X, by what is seen: sights x marks."""
        return np.asarray(self.gains - self.gains[:, :1])


def _upto(below: Chances, most: Chances) -> Chances:
    """From how many are below each mark, how many are not above it; `most` is how many there are."""
    return np.concatenate([below[:, 1:], most[:, None]], axis=1)


PARTS = ("values", "order", "deviations")


@dataclass(frozen=True, eq=False)
class Margins:
    """What is still to come when a row begins, against others who are as good."""

    values: Chances
    """By situation: rows x filled x marks."""
    order: Chances
    """How much more it is if so many others have an entry before one's turn: rows x entries."""
    deviations: Chances
    """How far the difference of two players' points may still move when each row begins, and in the end: not at all."""

    def following(self, row: int) -> Chances:
        """What is still to come after a row, by situation in it: filled x marks."""
        if row + 1 == len(ROWS):
            return np.zeros(SITUATIONS)
        after = self.values[row + 1]
        return np.broadcast_to(after[0], after.shape) if leaves(row) else after


def margins_of(book: KribbelnBook) -> Margins:
    """The margins of the best response to what the others do in a book."""
    lines = [Gains(line) for line in book.lines]
    players = book.lines[0].seen.players
    found = Margins(np.zeros((len(ROWS), *SITUATIONS)), np.zeros((len(ROWS), players)), guessed(players))
    for row in reversed(range(len(ROWS))):
        play = Play(book.turns, row, lines, found.following(row))
        worths = play.worths.copy()
        for filled in play.throwers:
            worths[:, filled] += lines[row].struck[:, None]
        sights = book.lines[row].sights
        found.values[row] = np.einsum("s,sfm->fm", sights, worths)
        found.order[row] = _order(book, row, worths[:, play.throwers[0]])
    return found


def _order(book: KribbelnBook, row: int, worths: Chances) -> Chances:
    """How much more a turn is worth after so many others', in the usual situations; `worths` are sights x marks."""
    usual = np.eye(1, MARKS)[0]
    if not book.turns.beginner:
        for before in (at for at in KRIBBEL_ROWS if at < row):
            marks = book.lines[before].marks.copy()
            stays, marks[0] = marks[0], 0.0
            usual = marks + stays * usual
    each = worths @ usual
    line = book.lines[row]
    chances, found = np.eye(1, len(line.seen.sights))[0], []
    for _ in range(line.seen.players):
        found.append(chances[: line.seen.count] @ each)
        chances = line.seen.step(chances, line.by_class)
    return np.asarray(np.array(found) - np.mean(found))


def guessed(players: int) -> Chances:
    """How far differences may move, if all rows move them alike."""
    each = 0.31 * players * np.sqrt(2 * players / (players - 1))
    return np.asarray(each * np.sqrt(np.arange(len(ROWS), -1, -1)))


SHIPPED = SPEC.data("margins.npz")


def _name(players: int, beginner: bool) -> str:
    return f"{players}-{'beginner' if beginner else 'usual'}"


def pack_margins(found: Mapping[tuple[int, bool], Margins], path: Path = SHIPPED) -> None:
    """Write margins to the file that is shipped, by players and variant."""
    arrays = {
        f"{_name(*about)}/{part}": getattr(margins, part).astype(np.float32)
        for about, margins in found.items()
        for part in PARTS
    }
    with writing(path) as file:
        np.savez_compressed(file, **arrays)


@lru_cache(maxsize=16)
def shipped_margins(players: int, beginner: bool, path: Path = SHIPPED) -> Margins:
    """The margins of so many players, the mean over our sheets; sheets hardly differ in them."""
    try:
        with np.load(path, allow_pickle=False) as file:
            return Margins(*(file[f"{_name(players, beginner)}/{part}"].astype(np.float64) for part in PARTS))
    except (OSError, BadZipFile, KeyError, ValueError) as error:
        raise BadTable(f"{path} holds no margins of {SPEC.key} for {players}, or is damaged: {error}") from error
