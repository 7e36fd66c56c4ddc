"""Books and margins of Kribbeln as judges use them: expected points of marks and situations, in plain lists."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, islice
from math import fsum
from operator import add

from knobel.games.kribbeln.rules.sheet import ROWS, highest_kribbel
from knobel.games.kribbeln.rules.sheet import Sheet as Entries
from knobel.games.kribbeln.solve.opponents import MARKS, Seen, mark, with_entry
from knobel.games.kribbeln.solve.turns import FILLED, Turns, area_fields, ends_area

Marks = Sequence[float]
"""A number for each mark."""


@dataclass(frozen=True, eq=False)
class Others:
    """What others write in a row, by what they see."""

    seen: Seen
    classes: Sequence[int]
    """The class of each mark."""
    entries: Callable[[int], Marks]
    """The chance of each mark, by the number of a sight."""
    ahead: Marks
    """The chance that a player has entered each mark ahead; the rest is the chance of no entry yet."""
    _later: dict[tuple[int, ...], list[float]] = field(default_factory=dict, init=False)

    def with_mark(self, sight: tuple[int, ...], own: int) -> tuple[int, ...]:
        """The sight with this mark added."""
        return with_entry(sight, self.classes[own])

    def sight(self, others: Sequence[int]) -> tuple[int, ...]:
        """The sight of these entries."""
        return tuple(sorted(self.classes[mark(entry)] for entry in others))

    def later_below(self, sight: tuple[int, ...]) -> list[float]:
        """The expected number of players without an entry who will end below each mark."""
        if len(sight) == self.seen.players:
            return [0.0] * MARKS
        if sight not in self._later:
            entries = self.entries(self.seen.index[sight])
            below = [0.0, *accumulate(entries)][:MARKS]
            by_class = self._by_class(entries)
            if len(sight) + 1 < self.seen.players:
                for added, chance in enumerate(by_class):
                    if chance:
                        after = self.later_below(with_entry(sight, added))
                        below = [count + chance * below_after for count, below_after in zip(below, after, strict=True)]
            self._later[sight] = below
        return self._later[sight]

    def later_up_to(self, sight: tuple[int, ...]) -> list[float]:
        """The expected number of players without an entry who will not end above each mark."""
        return [*self.later_below(sight)[1:], float(self.seen.players - len(sight))]

    def _by_class(self, marks: Marks) -> list[float]:
        chances = [0.0] * self.seen.classes
        for number, chance in zip(self.classes, marks, strict=True):
            chances[number] += chance
        return chances

    def points(self, others: Sequence[int]) -> list[float]:
        """The expected points of each mark written in a row with these entries of others."""
        sight = self.sight(others)
        by_class = {added: self.later_below(with_entry(sight, added)) for added in set(self.classes)}
        return points_with_beaten(others, [1.0 + by_class[added][own] for own, added in enumerate(self.classes)])

    def points_ahead(self, others: Sequence[int]) -> list[float]:
        """The expected points of each mark entered ahead by dodging, given what others have entered ahead."""
        rivals = self.seen.players - 1
        unknown = (rivals - len(others)) / rivals
        return points_with_beaten(others, [1.0 + below * unknown for below in self._beaten_ahead])

    @cached_property
    def _beaten_ahead(self) -> list[float]:
        """The expected number of others who will end below each mark that is entered ahead."""
        return self._ahead([0.0, *accumulate(self.ahead)], self.later_below)

    @cached_property
    def gains_ahead(self) -> list[float]:
        """The gain of each mark entered ahead: points, minus a share of those that others get for being above."""
        rivals = self.seen.players - 1
        above = [rivals - not_above for not_above in self._ahead(accumulate(self.ahead), self.later_up_to)]
        return [
            (1 + below if own else 0.0) - above_own / rivals
            for own, (below, above_own) in enumerate(zip(self._beaten_ahead, above, strict=True))
        ]

    def _ahead(self, chances_ahead: Iterable[float], later: Callable[[tuple[int, ...]], list[float]]) -> list[float]:
        """An expected number of others: `known` are the chances of one who is ahead, `later` gives those of others."""
        counts = [(self.seen.players - 1) * chance_ahead for chance_ahead in islice(chances_ahead, MARKS)]
        for sight, chance in self._before.items():
            by_class = {added: later(with_entry(sight, added)) for added in set(self.classes)}
            expected = [chance * by_class[added][own] for own, added in enumerate(self.classes)]
            counts = list(map(add, counts, expected))
        return counts

    @cached_property
    def _before(self) -> dict[tuple[int, ...], float]:
        """The chance of each sight of entries ahead, before anybody throws for the row."""
        ahead = self._by_class(self.ahead)
        none = 1 - fsum(ahead)
        chances: dict[tuple[int, ...], float] = {(): 1.0}
        for _ in range(self.seen.players - 1):
            after = {sight: chance * none for sight, chance in chances.items()}
            for sight, chance in chances.items():
                for added, part in enumerate(ahead):
                    if part:
                        sight_after = with_entry(sight, added)
                        after[sight_after] = after.get(sight_after, 0.0) + chance * part
            chances = after
        return chances


def points_with_beaten(others: Sequence[int], points: list[float]) -> list[float]:
    """Points of each mark, plus one for each of these entries below it; an X gets none."""
    marks = list(map(mark, others))
    return [0.0, *(points[own] + sum(other < own for other in marks) for own in range(1, MARKS))]


def after_row(values: Sequence[Sequence[Marks]], row: int) -> Sequence[Marks]:
    """The values after a row, by situation in it, from those at the beginning of each row."""
    if row + 1 == len(ROWS):
        return [[0.0] * MARKS] * FILLED
    after = values[row + 1]
    return [after[0]] * FILLED if ends_area(row) else after


@dataclass(frozen=True, eq=False)
class RankBook:
    """The expected rank points still to come, and the play of others."""

    turns: Turns
    values: Sequence[Sequence[Marks]]
    """The expected rank points to come when a row begins: rows x filled x marks."""
    again: Mapping[int, Callable[[int], Marks]]
    """For rows with two dodges, the expected rank points after the first, by the number of a sight."""
    lines: tuple[Others, ...]
    source: str

    def following(self, row: int) -> Sequence[Marks]:
        """The expected points to come after a row, by situation in it: filled x marks."""
        return after_row(self.values, row)

    def situation(self, sheet: Entries, row: int) -> tuple[int, int]:
        """The situation of a sheet in a row: entries in the Kribbel rows of the area, highest Kribbel number."""
        filled = sum(sheet[at] is not None for at in area_fields(row))
        return filled, 0 if self.turns.beginner else mark(highest_kribbel(sheet))

    def points(self, row: int, others: Sequence[int]) -> list[float]:
        """The expected points of each mark written in a row with these entries of others."""
        return self.lines[row].points(others)

    def points_ahead(self, row: int, others: Sequence[int]) -> list[float]:
        """The expected points of each mark entered ahead by dodging, given what others have entered ahead."""
        return self.lines[row].points_ahead(others)

    def after_dodge(self, row: int, others: Sequence[int]) -> Marks:
        """The expected points to come after the first dodge of two, by the number entered: marks."""
        line = self.lines[row]
        return self.again[row](line.seen.index[line.sight(others)])


@dataclass(frozen=True, eq=False)
class Margins:
    """The expected points still to come when a row begins, relative to others of the same strength."""

    values: Sequence[Sequence[Marks]]
    """By situation: rows x filled x marks."""
    order: Sequence[Sequence[float]]
    """The correction if this many others have an entry before one's turn: rows x entries."""
    deviations: Sequence[float]
    """The standard deviation of the difference of two players' points to come when each row begins; 0 at the end."""

    def following(self, row: int) -> Sequence[Marks]:
        """The expected points to come after a row, by situation in it: filled x marks."""
        return after_row(self.values, row)
