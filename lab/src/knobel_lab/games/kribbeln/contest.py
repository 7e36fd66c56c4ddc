"""A contest of Kribbeln: players of the same strength on one sheet, who learn the best response to each other.

Iterated best response: round after round, everybody responds to a weighted mean of earlier rounds, the last one
counting half, the one before a quarter, and so on: if only the last one counted, play would oscillate. Before the first
round, others are assumed to write any sum of a range. The last round has worths only: those of a best response to the
last outcomes alone. `knobel.games.kribbeln.solve.table` says where records lie.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.games.kribbeln.rules.sheet import KRIBBEL_ROWS, ROWS
from knobel.games.kribbeln.solve.opponents import LOWEST, MARKS, Seen, seen
from knobel.games.kribbeln.solve.rolls import SUMS
from knobel.games.kribbeln.solve.table import Layout
from knobel.games.kribbeln.solve.turns import FILLED, SITUATIONS, Turns, area_fields, ends_area
from knobel_lab.games.kribbeln.lanes import Lanes, Play
from knobel_lab.games.kribbeln.lines import Chances, Ints, Line, classes_of

UNLIKELY = 0.02
"""Players whose highest Kribbel number is less likely than this play like those with the nearest likely one."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """The distribution of what players do in a row, by what they see."""

    marks: Chances
    """The chance of each mark, for those who throw: sights x marks."""
    after: Chances
    """The chance of each situation afterwards: sights x filled x marks."""
    dodges: Chances
    """The chance of each mark entered by dodging in each Kribbel row of the area: sights x fields x marks."""


def outcome(play: Play, worths: Chances, situations: Chances) -> Outcome:
    """The outcome of turns played for `worths`, if players reach the row in these situations."""
    count = len(worths)
    counts = Outcome(np.zeros((count, MARKS)), np.zeros((count, *SITUATIONS)), np.zeros((count, FILLED - 1, MARKS)))
    coming = np.zeros((count, *SITUATIONS)) + situations
    for filled in range(FILLED):
        if filled not in play.throwers:
            counts.after[:, filled] += coming[:, filled]
            continue
        sights, highest = lanes = _lanes(coming[:, filled])
        if not len(sights):
            continue
        likely = _likely(coming[:, filled].sum(axis=0)) if len(play.highest(filled)) > 1 else np.zeros(MARKS, int)
        kinds, kind = np.unique(sights * MARKS + likely[highest], return_inverse=True)
        ends = play.ends(filled, kinds // MARKS, kinds % MARKS, worths)
        chances = play.lanes.chances(play.row, ends)[:, kind] * coming[sights, filled, highest]
        if play.turns.task(play.row) is None:
            _kribbel(play, filled, lanes, chances, counts)
        else:
            _task(filled, lanes, chances, counts)
            dodging = play.dodges(filled, sights, highest, worths)
            _dodge(play, filled, lanes, np.where(dodging, chances[:SUMS], 0.0), counts, coming)
            _strike(filled, lanes, np.where(dodging, 0.0, chances[:SUMS]).sum(axis=0), counts)
    throwing = situations[list(play.throwers)].sum()
    return Outcome(counts.marks / throwing, counts.after, counts.dodges)


def _lanes(coming: Chances) -> tuple[Ints, Ints]:
    """The sights and highest Kribbel numbers with positive probability."""
    sights, highest = np.nonzero(coming)
    return sights, highest


def _likely(weights: Chances) -> NDArray[np.int64]:
    """For each mark, the nearest one that is likely."""
    likely = np.flatnonzero(weights >= min(UNLIKELY * weights.sum(), weights.max()))
    distance = np.abs(np.arange(len(weights))[:, None] - likely)
    return np.asarray(likely[distance.argmin(axis=1)])


def _count(counts: Chances, where: Any, chances: Chances) -> None:
    """Add chances at indices that may repeat."""
    np.add.at(counts, where, chances)


def _every_sum() -> Ints:
    """The marks of all sums, along a first axis."""
    return np.arange(1, MARKS)[:, None]


def _kribbel(play: Play, filled: int, lanes: tuple[Ints, Ints], chances: Chances, counts: Outcome) -> None:
    """Count the endings of a Kribbel row: a higher sum is written, any other is an X."""
    sights, highest = lanes
    written = np.where(play.lanes.rises[:, highest], chances, 0.0)
    _count(counts.marks, (sights, _every_sum()), written)
    _count(counts.after, (sights, filled + 1, play.lanes.risen[:, None]), written)
    _strike(filled + 1, lanes, (chances - written).sum(axis=0), counts)


def _task(filled: int, lanes: tuple[Ints, Ints], chances: Chances, counts: Outcome) -> None:
    """Count the endings that meet the task."""
    _count(counts.marks, (lanes[0], _every_sum()), chances[SUMS:])
    _count(counts.after, (lanes[0], filled, lanes[1]), chances[SUMS:].sum(axis=0))


def _strike(filled: int, lanes: tuple[Ints, Ints], chances: Chances, counts: Outcome) -> None:
    """Count an X."""
    _count(counts.marks, (lanes[0], 0), chances)
    _count(counts.after, (lanes[0], filled, lanes[1]), chances)


def _dodge(
    play: Play, filled: int, lanes: tuple[Ints, Ints], chances: Chances, counts: Outcome, coming: Chances
) -> None:
    """Count the sums entered by dodging; those players try the task again, with one more Kribbel row filled."""
    if filled + 1 < FILLED:
        _count(counts.dodges, (lanes[0], filled, _every_sum()), chances)
        _count(coming, (lanes[0], filled + 1, play.lanes.risen[:, None]), chances)


GUESSED = (12, 30)
"""Before the first round, others are assumed to write any sum of this range with equal chances."""


@dataclass(frozen=True, eq=False)
class Contest:
    """A sheet and a number of players, and how their records are computed from each other."""

    lanes: Lanes
    layout: Layout

    @property
    def turns(self) -> Turns:
        """The turns of the sheet."""
        return self.lanes.turns

    @property
    def seen(self) -> Seen:
        """All that may be seen in a row."""
        return seen(self.layout.players)

    @property
    def rounds(self) -> int:
        """The number of rounds with outcomes."""
        return self.layout.rounds

    def part(self, record: NDArray[Any], name: str) -> NDArray[Any]:
        """A part of a record, as a view."""
        return record[self.layout.spans[name]].reshape(self.layout.shapes[name])

    def lines(self, values: NDArray[Any], turn: int) -> tuple[Line, ...]:
        """What everybody did in a round, row by row."""
        return self._lines([values[self.layout.outcome_at(turn, row)] for row in range(len(ROWS))])

    def assumed_lines(self, values: NDArray[Any], turn: int) -> tuple[Line, ...]:
        """What everybody assumes about the others in a round, row by row."""
        if turn == 0:
            return (self._guess(),) * len(ROWS)
        if turn == self.rounds:
            return self.lines(values, turn - 1)
        mean = values[[self.layout.outcome_at(0, row) for row in range(len(ROWS))]]
        for done in range(1, turn):
            mean = (mean + values[[self.layout.outcome_at(done, row) for row in range(len(ROWS))]]) / 2
        return self._lines(list(mean))

    def _lines(self, outcomes: list[NDArray[Any]]) -> tuple[Line, ...]:
        return tuple(self._line(outcomes, row) for row in range(len(ROWS)))

    def _guess(self) -> Line:
        marks = np.zeros(MARKS)
        marks[GUESSED[0] - LOWEST + 1 : GUESSED[1] - LOWEST + 2] = 1
        marks /= marks.sum()
        entries = np.broadcast_to(marks, (self.seen.count, MARKS))
        return Line(self.seen, classes_of(marks, self.seen.classes), entries, np.zeros(MARKS))

    def _line(self, outcomes: list[NDArray[Any]], row: int) -> Line:
        """The line of a row, from the outcomes of the rows up to it."""
        ahead = np.zeros(MARKS)
        if row in KRIBBEL_ROWS:
            field = area_fields(row).index(row)
            rows = range(area_fields(row)[0])
            ahead = sum(
                (self.part(outcomes[at], "dodges")[field] for at in rows if area_fields(at) == area_fields(row)), ahead
            )
        classes = self.part(outcomes[row], "classes").astype(np.int64)
        return Line(self.seen, classes, self.part(outcomes[row], "marks"), ahead)

    def play(self, values: NDArray[Any], turn: int, row: int) -> Play:
        """One's own turns in a row in a round."""
        following = np.zeros(SITUATIONS)
        if row + 1 < len(ROWS):
            following = self.part(values[self.layout.worths_at(turn, row + 1)], "values")
            if ends_area(row):
                following = np.broadcast_to(following[0], SITUATIONS)
        return Play(self.lanes, row, self.assumed_lines(values, turn), following)

    def fill(self, values: NDArray[Any], out: NDArray[Any], first: int) -> None:
        """Fill the record with this number."""
        turn, at = divmod(first, 2 * len(ROWS))
        if at < len(ROWS):
            play = self.play(values, turn, len(ROWS) - 1 - at)
            self.part(out[0], "worths")[:] = play.worths
            sights = self.assumed_lines(values, turn)[play.row].sights
            self.part(out[0], "values")[:] = np.einsum("s,sfm->fm", sights, play.worths)
            return
        row = at - len(ROWS)
        play = self.play(values, turn, row)
        worths = self.part(values[self.layout.worths_at(turn, row)], "worths")
        done = outcome(play, worths, self.situations(values, turn, row))
        earlier = [values[self.layout.outcome_at(turn, before)] for before in range(row)]
        self.part(out[0], "marks")[:] = done.marks
        self.part(out[0], "classes")[:] = self.assumed_lines(values, turn)[row].classes
        if turn == 0:
            # Classes are made once, from what is really written: rounds are only comparable with the same classes.
            written = self._line([*earlier, out[0]], row).marks
            self.part(out[0], "classes")[:] = classes_of(written, self.seen.classes)
        line = self._line([*earlier, out[0]], row)
        self.part(out[0], "dodges")[:] = np.einsum("s,sfm->fm", line.sights, done.dodges)
        self.part(out[0], "after")[:] = np.einsum("s,sfm->fm", line.sights, done.after)

    def situations(self, values: NDArray[Any], turn: int, row: int) -> Chances:
        """The chance of each situation when a row begins."""
        situations = np.zeros(SITUATIONS)
        if row == 0:
            situations[0, 0] = 1
            return situations
        after = self.part(values[self.layout.outcome_at(turn, row - 1)], "after")
        if not ends_area(row - 1):
            return after
        situations[0] = after.sum(axis=0)
        return situations

    def value(self, values: NDArray[Any]) -> float:
        """The expected points of each player, as they play in the last outcomes."""
        return sum(line.value for line in self.lines(values, self.rounds - 1))

    def gain(self, values: NDArray[Any]) -> float:
        """How much more than the others a best response would expect."""
        best = self.part(values[self.layout.worths_at(self.rounds, 0)], "values")[0, 0]
        return float(best) - self.value(values)
