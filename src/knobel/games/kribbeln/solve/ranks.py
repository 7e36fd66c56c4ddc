"""Books of Kribbeln as judges use them: expected rank points of marks and situations, in plain lists."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, islice
from math import fsum
from operator import add

from knobel.games.kribbeln.rules.sheet import ROWS, highest_kribbel
from knobel.games.kribbeln.rules.sheet import Sheet as Entries
from knobel.games.kribbeln.solve.opponents import MARKS, Seen, mark
from knobel.games.kribbeln.solve.turns import FILLED, Turns, fields, leaves

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
        return tuple(sorted((*sight, self.classes[own])))

    def sight(self, others: Sequence[int]) -> tuple[int, ...]:
        """The sight of these entries."""
        return tuple(sorted(self.classes[mark(entry)] for entry in others))

    def later(self, sight: tuple[int, ...]) -> list[float]:
        """The expected number of players without an entry who will end below each mark."""
        if len(sight) == self.seen.players:
            return [0.0] * MARKS
        if sight not in self._later:
            entries = self.entries(self.seen.index[sight])
            found = [0.0, *accumulate(entries)][:MARKS]
            by_class = self._by_class(entries)
            if len(sight) + 1 < self.seen.players:
                for each, chance in enumerate(by_class):
                    if chance:
                        after = self.later(tuple(sorted((*sight, each))))
                        found = [sum_ + chance * more for sum_, more in zip(found, after, strict=True)]
            self._later[sight] = found
        return self._later[sight]

    def upto(self, sight: tuple[int, ...]) -> list[float]:
        """The expected number of players without an entry who will not end above each mark."""
        return [*self.later(sight)[1:], float(self.seen.players - len(sight))]

    def _by_class(self, marks: Marks) -> list[float]:
        found = [0.0] * self.seen.classes
        for each, chance in zip(self.classes, marks, strict=True):
            found[each] += chance
        return found

    def points(self, others: Sequence[int]) -> list[float]:
        """The expected points of each mark written in a row with these entries of others."""
        sight = self.sight(others)
        by_class = {each: self.later(tuple(sorted((*sight, each)))) for each in set(self.classes)}
        return beating(others, [1.0 + by_class[each][own] for own, each in enumerate(self.classes)])

    def points_ahead(self, others: Sequence[int]) -> list[float]:
        """The expected points of each mark entered ahead by dodging, given what others have entered ahead."""
        rivals = self.seen.players - 1
        unknown = (rivals - len(others)) / rivals
        return beating(others, [1.0 + more * unknown for more in self._more_ahead])

    @cached_property
    def _more_ahead(self) -> list[float]:
        """The expected number of others who will end below each mark that is entered ahead."""
        return self._ahead([0.0, *accumulate(self.ahead)], self.later)

    @cached_property
    def gains_ahead(self) -> list[float]:
        """The gain of each mark entered ahead: points, minus a share of those that others get for being above."""
        rivals = self.seen.players - 1
        above = [rivals - some for some in self._ahead(accumulate(self.ahead), self.upto)]
        return [
            (1 + below if own else 0.0) - more / rivals
            for own, (below, more) in enumerate(zip(self._more_ahead, above, strict=True))
        ]

    def _ahead(self, known: Iterable[float], later: Callable[[tuple[int, ...]], list[float]]) -> list[float]:
        """An expected number of others: `known` are the chances of one who is ahead, `later` gives those of others."""
        found = [(self.seen.players - 1) * one for one in islice(known, MARKS)]
        for sight, chance in self._before.items():
            by_class = {each: later(tuple(sorted((*sight, each)))) for each in set(self.classes)}
            more = [chance * by_class[each][own] for own, each in enumerate(self.classes)]
            found = list(map(add, found, more))
        return found

    @cached_property
    def _before(self) -> dict[tuple[int, ...], float]:
        """The chance of each sight of entries ahead, before anybody throws for the row."""
        ahead = self._by_class(self.ahead)
        none = 1 - fsum(ahead)
        chances: dict[tuple[int, ...], float] = {(): 1.0}
        for _ in range(self.seen.players - 1):
            after = {sight: chance * none for sight, chance in chances.items()}
            for sight, chance in chances.items():
                for each, part in enumerate(ahead):
                    if part:
                        more = tuple(sorted((*sight, each)))
                        after[more] = after.get(more, 0.0) + chance * part
            chances = after
        return chances


def beating(others: Sequence[int], points: list[float]) -> list[float]:
    """Points of each mark, plus one for each of these entries below it; an X gets none."""
    marks = list(map(mark, others))
    return [0.0, *(points[own] + sum(other < own for other in marks) for own in range(1, MARKS))]


def after_row(values: Sequence[Sequence[Marks]], row: int) -> Sequence[Marks]:
    """The values after a row, by situation in it, from those at the beginning of each row."""
    if row + 1 == len(ROWS):
        return [[0.0] * MARKS] * FILLED
    after = values[row + 1]
    return [after[0]] * FILLED if leaves(row) else after


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
        filled = sum(sheet[at] is not None for at in fields(row))
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
