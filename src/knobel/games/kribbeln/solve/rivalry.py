"""The chances of all seats to win a game of Kribbeln, after the seat on turn has written each mark.

Points of the row are counted pair by pair; those who follow are assumed to write what the book says, or in Kribbel rows
the best response with their numbers. Later rows are margins with normally distributed differences. For two players the
last two rows are solved exactly, for more the last turn; see `last_rows`. All of it is plain Python: the sums are
short, and most of them are shared by many marks.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod, sqrt
from operator import add

from knobel.games.holding.rating import Memory
from knobel.games.kribbeln.rules.game import scores_before
from knobel.games.kribbeln.rules.sheet import (
    KRIBBEL_ROWS,
    LAST_KRIBBEL,
    ROWS,
    TOTALS_AFTER,
    Sheet,
    dodge_row,
    row_points,
    write,
)
from knobel.games.kribbeln.solve.book import shipped_margins
from knobel.games.kribbeln.solve.last_rows import THIRD, allowed_marks, by_mark, hand_of, last_rows, lead_change, sign
from knobel.games.kribbeln.solve.opponents import LOWEST, MARKS, mark, with_entry
from knobel.games.kribbeln.solve.ranks import Margins, Marks, RankBook
from knobel.games.kribbeln.solve.rolls import SUMS
from knobel.games.kribbeln.solve.standings import (
    TIE_BREAK,
    Shares,
    Waiting,
    after_best_answer,
    chances_of_marks,
    chances_to_be_first,
    final_shares,
    normal_below,
    representative_marks,
)
from knobel.games.kribbeln.solve.turns import area_fields

Sheets = tuple[Sheet, ...]

TurnWorth = Callable[[int, list[Shares], int], Shares]
"""Called with a row, the chances of all seats after each ending of a turn (by class of roll), and the seat on turn.

It gives the worth of the turn to every seat before its first throw.
"""

ALL_MARKS = range(MARKS)
MARKS_PER_RIVAL = {3: 8, 4: 5}
"""How many representative marks each player has, if three or more are still to throw."""
DODGE_SUMS, SECOND_DODGE_SUMS = 4, 2
"""For how many sums a dodge is evaluated, and for how many after a first dodge; others are interpolated."""


@dataclass(frozen=True, eq=False)
class Rivalry:
    """The players of a sheet, all of whom play to win."""

    book: RankBook
    margins: Margins
    _rows: Memory[list[list[float]]] = field(default_factory=Memory, init=False)

    def ends(self, sheets: Sheets, row: int, seat: int, dodged: Sequence[Shares] | None) -> list[Shares]:
        """The chances of all seats after each ending of a turn in a row, by class of roll.

        `dodged` are those after a dodge with each sum, if one may dodge.
        """
        struck, *written = self.written(sheets, row, seat)
        if ROWS[row].task is None:
            return written
        unmet = [struck] * SUMS
        if dodged is not None:
            _, highest = self.book.situation(sheets[seat], row)
            for at in range(highest, SUMS):
                if dodged[at][seat] > struck[seat]:
                    unmet[at] = dodged[at]
        return [*unmet, *written]

    def dodged(self, sheets: Sheets, row: int, seat: int, turn_worth: TurnWorth) -> list[Shares] | None:
        """The chances of all seats after a dodge with each sum; None if one may not dodge.

        They are evaluated for some sums; between those, chances are interpolated in proportion to the margins.
        """
        filled, highest = self.book.situation(sheets[seat], row)
        field, allowed = dodge_row(sheets[seat], row), SUMS - highest
        if field is None or not allowed:
            return None
        after = self.margins.following(row)[filled + 1]
        entries, ahead = _entries(sheets, field, seat).values(), self._gains_ahead(sheets, field, seat)
        worths = [
            after[self.book.turns.risen(own)] + ahead[own] - sum(other > own for other in entries) / (len(sheets) - 1)
            for own in ALL_MARKS[1:]
        ]
        # Where a second dodge is possible, each sum needs an evaluation of further sums: fewer will do.
        count = min(allowed, SECOND_DODGE_SUMS if filled and len(area_fields(row)) > 1 else DODGE_SUMS)
        evaluated = [highest + at * (allowed - 1) // max(count - 1, 1) for at in range(count)]
        shares = [self._after_dodge(sheets, row, seat, sum_ + LOWEST, turn_worth) for sum_ in evaluated]
        low, high = (limit(range(count), key=lambda at: worths[evaluated[at]]) for limit in (min, max))
        apart = max(worths[evaluated[high]] - worths[evaluated[low]], TIE_BREAK)
        columns = []
        for chances in zip(*shares, strict=True):
            slope = (chances[high] - chances[low]) / apart
            level = [chance - worths[sum_] * slope for chance, sum_ in zip(chances, evaluated, strict=True)]
            columns.append([_interpolated(sum_, evaluated, level) + worth * slope for sum_, worth in enumerate(worths)])
        return list(zip(*columns, strict=True))

    def _after_dodge(self, sheets: Sheets, row: int, seat: int, total: int, turn_worth: TurnWorth) -> Shares:
        """The chances of all seats after a dodge with this sum."""
        field = dodge_row(sheets[seat], row)
        assert field is not None
        after = _with(sheets, seat, write(sheets[seat], field, total))
        return turn_worth(row, self.ends(after, row, seat, self.dodged(after, row, seat, turn_worth)), seat)

    def _gains_ahead(self, sheets: Sheets, row: int, seat: int) -> list[float]:
        """The gain of each mark entered ahead in a row, given the known entries of others."""
        entries = list(_entries(sheets, row, seat).values())
        unknown = 1 - len(entries) / (len(sheets) - 1)
        gains = self.book.lines[row].gains_ahead
        return [1 + (gains[own] - 1) * unknown + sum(other < own for other in entries) for own in ALL_MARKS]

    def gains_entered_ahead(self, sheets: Sheets, row: int, seat: int) -> float:
        """The expected gain of a seat from marks entered ahead in rows after this one."""
        sheet = sheets[seat]
        return sum(
            self._gains_ahead(sheets, at, seat)[mark(entry)]
            for at in KRIBBEL_ROWS
            if at > row and (entry := sheet[at]) is not None
        )

    def written(self, sheets: Sheets, row: int, seat: int) -> list[Shares]:
        """The chances of all seats after this one has written each mark in the row; sums that are too low are an X."""
        marks = self._marks(sheets, row, seat)
        shares: list[Shares]
        if all(entry is not None for sheet in sheets for entry in sheet[row + 1 :]):
            shares = self._last_row(sheets, row, seat, marks)
        elif len(sheets) == 2:
            shares = [
                [own, 1 - own][:: -1 if seat else 1] for own in self._between_two_players(sheets, row, seat, marks)
            ]
        else:
            shares = self._among_more(sheets, row, seat, marks)
        return by_mark(shares, MARKS - len(marks))

    def _marks(self, sheets: Sheets, row: int, seat: int) -> list[int]:
        """The marks that a seat may write in a row."""
        return allowed_marks(0 if ROWS[row].task is not None else self.book.situation(sheets[seat], row)[1])

    def _marks_to_follow(self, sheets: Sheets, row: int, seat: int, marks: Sequence[int]) -> dict[int, list[Marks]]:
        """The chance of each mark of the seats still to play the row, for each mark that this seat writes."""
        entries = _entries(sheets, row, seat)
        waiting = [at for at in range(len(sheets)) if at != seat and at not in entries]
        if ROWS[row].task is None or not waiting:
            return {at: self._kribbel_marks(sheets, row, at, list(entries.values()), marks) for at in waiting}
        line = self.book.lines[row]
        before = [line.classes[other] for other in entries.values()]
        by_class = {
            added: line.entries(line.seen.index[with_entry(before, added)])
            for added in {line.classes[own] for own in marks}
        }
        alike = [by_class[line.classes[own]] for own in marks]
        return dict.fromkeys(waiting, alike)

    def _kribbel_marks(
        self, sheets: Sheets, row: int, at: int, entries: Sequence[int], marks: Sequence[int]
    ) -> list[Marks]:
        """The chance of each mark of a seat that plays a Kribbel row for margins, for each mark added to the known."""
        filled, highest = self.book.situation(sheets[at], row)
        line, rivals = self.book.lines[row], len(sheets) - 1
        following = self.margins.following(row)[filled + 1]
        unseen, lanes = rivals - len(entries) - 1, []
        for own in marks:
            others, worths = [*entries, own], []
            sight = tuple(sorted(line.classes[other] for other in others))
            for theirs in allowed_marks(highest):
                seen = line.with_mark(sight, theirs)
                above = unseen - line.later_up_to(seen)[theirs] + sum(other > theirs for other in others)
                points = 1 + line.later_below(seen)[theirs] + sum(other < theirs for other in others) if theirs else 0.0
                to_come = following[self.book.turns.risen(theirs or highest)]
                worths.append(points - above / rivals + to_come)
            lanes.append(by_mark(worths, highest))
        return chances_of_marks(lanes, highest)

    def _points_to_come(self, sheets: Sheets, row: int, seat: int) -> list[float]:
        """The expected points to come for a seat after a row in which it writes each mark."""
        filled, highest = self.book.situation(sheets[seat], row)
        gains_entered_ahead, following = self.gains_entered_ahead(sheets, row, seat), self.margins.following(row)
        if ROWS[row].task is not None or sheets[seat][row] is not None:
            return [following[filled][highest] + gains_entered_ahead] * MARKS
        after = following[filled + 1]
        return [after[self.book.turns.risen(max(own, highest))] + gains_entered_ahead for own in ALL_MARKS]

    # For two players, all pairs of marks in the row are enumerated.

    def _between_two_players(self, sheets: Sheets, row: int, seat: int, marks: Sequence[int]) -> list[float]:
        """The chance of a seat after it has written each mark, for two players."""
        other = 1 - seat
        scores, entry = scores_before(sheets, row), sheets[other][row]
        lead = scores[seat] - scores[other]
        if row == THIRD:
            hands = [hand_of(sheets[at], self.book.situation(sheets[at], row)[1]) for at in (seat, other)]
            third = last_rows(self.book.turns.beginner).third(lead, *hands)
            return [third[own] for own in marks]
        chance = self._chance_of_pair(sheets, row, seat, lead)
        if entry is not None:
            return [chance(own, mark(entry)) for own in marks]
        follow = self._marks_to_follow(sheets, row, seat, marks)[other]
        return [
            sum(part * chance(own, theirs) for theirs, part in enumerate(chances) if part)
            for own, chances in zip(marks, follow, strict=True)
        ]

    def _chance_of_pair(self, sheets: Sheets, row: int, seat: int, lead: int) -> Callable[[int, int], float]:
        """A function of two marks, one's own and the other's: the chance of a seat after both are written."""
        other = 1 - seat
        own_hand, its_hand = (hand_of(sheets[at], self.book.situation(sheets[at], row)[1]) for at in (seat, other))
        mine, theirs = self._points_to_come(sheets, row, seat), self._points_to_come(sheets, row, other)
        waiting = sheets[seat][row + 1] is None and sheets[other][row + 1] is None
        order = self.margins.order[row + 1]
        begin = order[1] - order[0] if waiting else 0.0
        deviation = self.margins.deviations[row + 1]

        def chance(own: int, its: int) -> float:
            after = lead + lead_change(own, its)
            first = sign(after if row in TOTALS_AFTER else own - its)
            if row + 1 == THIRD:
                return last_rows(self.book.turns.beginner).before_third(after, own_hand, its_hand, first)
            return normal_below((after + mine[own] - theirs[its] - first * begin) / deviation)

        return chance

    # For three or more players, points of the row are expectations.

    def _among_more(self, sheets: Sheets, row: int, seat: int, marks: Sequence[int]) -> list[Shares]:
        """The chances of all seats after one has written each mark, for three or more players."""
        seats, line = range(len(sheets)), tuple(sheet[row] for sheet in sheets)
        scores: list[float] = [*scores_before(sheets, row)]
        if ROWS[row].task is None:
            later = [self._points_to_come(sheets, row, at) for at in seats]
            lines = self._row_points(sheets, row, seat, marks, later)
        else:
            # Later points do not depend on entries of a task row, nor its points on later rows: cached for dodges.
            scores = [score + self._points_to_come(sheets, row, at)[0] for at, score in enumerate(scores)]
            nothing = [[0.0] * MARKS] * len(sheets)
            lines = self._rows.get((row, seat, line), lambda: self._row_points(sheets, row, seat, marks, nothing))
        waiting = line.count(None) - (line[seat] is None)
        before, after = self.margins.deviations[row] ** 2, self.margins.deviations[row + 1] ** 2
        deviation = sqrt(after + (before - after) * waiting / len(sheets))
        orders: dict[tuple[int, ...], list[float]] = {}
        shares: list[Shares] = []
        for own, points in zip(marks, lines, strict=True):
            means = list(map(add, scores, points))
            if not waiting:
                begin = self._beginners(sheets, row, seat, own)
                if begin not in orders:
                    orders[begin] = self._order_worths(sheets, row + 1, begin)
                means = list(map(add, means, orders[begin]))
            shares.append(chances_to_be_first(means, deviation))
        return shares

    def _row_points(
        self, sheets: Sheets, row: int, seat: int, marks: Sequence[int], later: Sequence[Marks]
    ) -> list[list[float]]:
        """The expected points of all seats in a row, plus `later` by what is written in it, for each mark of a seat."""
        entries, follow = _entries(sheets, row, seat), self._marks_to_follow(sheets, row, seat, marks)
        waits: dict[tuple[int, ...], Waiting] = {}
        points = []
        for number, own in enumerate(marks):
            waiting = {at: chances[number] for at, chances in follow.items()}
            key = tuple(map(id, waiting.values()))
            if key not in waits:
                waits[key] = Waiting(waiting, list(entries.values()), later)
            line = {**entries, seat: own}
            means = []
            for at in range(len(sheets)):
                if at in waiting:
                    means.append(waits[key].mean(at, own))
                else:
                    others = [its for rival, its in line.items() if rival != at]
                    means.append(later[at][line[at]] + waits[key].points(line[at], others))
            points.append(means)
        return points

    def _beginners(self, sheets: Sheets, row: int, seat: int, own: int) -> tuple[int, ...]:
        """The seats that may begin the next row, after a seat has written the last mark of this one."""
        sheets = _with(sheets, seat, write(sheets[seat], row, own + LOWEST - 1 if own else 0))
        line = scores_before(sheets, row + 1) if row in TOTALS_AFTER else [sheet[row] or 0 for sheet in sheets]
        return tuple(at for at, entry in enumerate(line) if entry == max(line))

    def _order_worths(self, sheets: Sheets, row: int, begin: Sequence[int]) -> list[float]:
        """The value of the order of play in a row to every seat, if any of these begins."""
        seats = len(sheets)
        worths = [0.0] * seats
        for first in begin:
            entries = sum(sheet[row] is not None for sheet in sheets)
            for at in (*range(first, seats), *range(first)):
                if sheets[at][row] is None:
                    worths[at] += self.margins.order[row][entries] / len(begin)
                    entries += 1
        return worths

    # In the last open row, final places are enumerated.

    def _last_row(self, sheets: Sheets, row: int, seat: int, marks: Sequence[int]) -> list[Shares]:
        """The chances of all seats after one has written each mark in a row, if all later rows are full."""
        entries = _entries(sheets, row, seat)
        waiting = [at for at in range(len(sheets)) if at != seat and at not in entries]
        scores = [
            sum(points)
            for points in zip(
                scores_before(sheets, row),
                *(row_points([sheet[at] or 0 for sheet in sheets]) for at in range(row + 1, len(ROWS))),
                strict=True,
            )
        ]
        last = None if row == LAST_KRIBBEL else [mark(sheet[-1] or 0) for sheet in sheets]

        def line(own: int, others: Mapping[int, int]) -> list[int]:
            written = {**entries, **others, seat: own}
            return [written[at] for at in range(len(sheets))]

        def share(marks: Sequence[int]) -> list[float]:
            return final_shares(scores, marks, last or marks)

        if not waiting:
            return [share(line(own, {})) for own in marks]
        if len(waiting) == 1 and ROWS[row].task is None:
            (at,) = waiting
            _, highest = self.book.situation(sheets[at], row)
            lines = [[line(own, {at: its}) for its in allowed_marks(highest)] for own in marks]
            outcomes = [[(share(marks), row_points(marks)) for marks in answers] for answers in lines]
            return after_best_answer(outcomes, at, highest)
        follow = self._marks_to_follow(sheets, row, seat, marks)
        by_rival = [
            [*zip(*representative_marks(follow[at], MARKS_PER_RIVAL.get(len(waiting), MARKS)), strict=True)]
            for at in waiting
        ]
        expected: list[Shares] = []
        for number, own in enumerate(marks):
            shares = [0.0] * len(sheets)
            for combination in product(*by_rival):
                chance = prod(chances[number] for _, chances in combination)
                if chance:
                    theirs = dict(zip(waiting, (its for its, _ in combination), strict=True))
                    final = share(line(own, theirs))
                    shares = [sum_ + chance * part for sum_, part in zip(shares, final, strict=True)]
            expected.append(shares)
        return expected


def rivalry_of(book: RankBook) -> Rivalry:
    """A rivalry with the shipped margins."""
    return Rivalry(book, shipped_margins(book.lines[0].seen.players, book.turns.beginner))


def _entries(sheets: Sheets, row: int, seat: int) -> dict[int, int]:
    """The marks of the others in a row, by seat."""
    return {at: mark(entry) for at, sheet in enumerate(sheets) if at != seat and (entry := sheet[row]) is not None}


def _with(sheets: Sheets, seat: int, sheet: Sheet) -> Sheets:
    return (*sheets[:seat], sheet, *sheets[seat + 1 :])


def _interpolated(at: int, places: Sequence[int], values: Sequence[float]) -> float:
    """Linear interpolation between places; constant beyond the ends."""
    upper = next((number for number, place in enumerate(places) if place >= at), len(places) - 1)
    if upper == 0 or places[upper] <= at:
        return values[upper]
    part = (at - places[upper - 1]) / (places[upper] - places[upper - 1])
    return values[upper - 1] * (1 - part) + values[upper] * part
