"""What a table of Kribbeln is worth to every seat: the chance to win, once the seat on turn has written each mark.

Points of the row are counted pair by pair; what others who follow will write is what the book says, in Kribbel rows
what one with their numbers would. Later rows are margins with a normal shape around them. Between two the last two rows
are solved exactly, and with more seats the last turn is; see `last_rows`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import pi, sqrt

import numpy as np
from numpy.typing import NDArray

from knobel.games.kribbeln.rules.game import THROWS
from knobel.games.kribbeln.rules.sheet import KRIBBEL_ROWS, LAST_KRIBBEL, ROWS, TOTALS_AFTER, Sheet, row_points, write
from knobel.games.kribbeln.solve.book import KribbelnBook
from knobel.games.kribbeln.solve.last_rows import DIFFERENCE, THIRD, hand_of, last_rows
from knobel.games.kribbeln.solve.margins import Gains, Margins, shipped_margins
from knobel.games.kribbeln.solve.opponents import LOWEST, MARKS, Chances, mark
from knobel.games.kribbeln.solve.rolls import SUMS, dice
from knobel.games.kribbeln.solve.turns import Ints, fields, kinds
from knobel.solve.kernel.endings import endings
from knobel.solve.winning import below

Sheets = tuple[Sheet, ...]

Played = Callable[[int, Chances, int], Chances]
"""Called with a row, the chances of all seats after each end of a turn in it (classes x seats), and who plays it: what
the turn is worth to every seat before its first throw."""

EVERY: Ints = np.arange(MARKS)
PLACES = 64
"""More than any mark: what decides is the score, and then the last mark."""
HARDLY = 1e-6
"""Among choices that win as often, those are taken that gain more points: they are worth so much of a win."""
FEW = 8
"""Where three or more are still to throw, so many marks stand for all that each may write."""
SOME, NESTED = 4, 2
"""For so many sums a dodge is worked out, and so many after a first dodge."""
RARELY = 1e-12
"""Less than any chance there is."""
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(15)


def settled(scores: Ints, marks: Ints, last: Ints) -> Chances:
    """The share of the win of every seat, from the points of all rows but one, the marks in it and in the last row."""
    points = np.where(marks > 0, 1 + (marks[..., None, :] < marks[..., :, None]).sum(axis=-1), 0)
    deciding = (scores + points) * PLACES + last
    won = deciding == deciding.max(axis=-1, keepdims=True)
    return np.asarray(won / won.sum(axis=-1, keepdims=True))


def firsts(means: Chances, deviation: float) -> Chances:
    """The chance of each seat to be first, of points with these means; any two differ by so much more or less."""
    one = (means[..., :, None] - means[..., None, :]) * (sqrt(2) / deviation)
    if means.shape[-1] == 2:
        return below(one[..., [0, 1], [1, 0]] / sqrt(2))
    ahead = below(one[..., None] + NODES)
    every = np.arange(means.shape[-1])
    ahead[..., every, every, :] = 1.0
    found = ahead.prod(axis=-2) @ (WEIGHTS / sqrt(2 * pi))
    return np.asarray(found / found.sum(axis=-1, keepdims=True))


def shared(ends: Chances, seat: int, own: float) -> Chances:
    """What a turn is worth to every seat, if so much to the one who plays it; others share the rest as after any end.

    `ends` are the chances of all seats after each end of the turn.
    """
    found = ends.mean(axis=0)
    found[seat] = 0.0
    found *= (1 - own) / max(found.sum(), RARELY)
    found[seat] = own
    return np.asarray(found)


@dataclass(frozen=True, eq=False)
class Rivalry:
    """Players on a sheet, each for the win."""

    book: KribbelnBook
    margins: Margins

    @cached_property
    def gains(self) -> tuple[Gains, ...]:
        """What marks gain on others in each row."""
        return tuple(Gains(line) for line in self.book.lines)

    def ends(self, sheets: Sheets, row: int, seat: int, dodged: Chances | None) -> Chances:
        """The chances of all seats after each end of a turn in a row: classes x seats, as `kinds` has them.

        `dodged` are those after a dodge with each sum, if one may dodge.
        """
        written = self.written(sheets, row, seat)
        rises = self._rises(sheets[seat], row)
        if ROWS[row].task is None:
            return np.where(rises[:, None], written[1:], written[0])
        unmet = np.broadcast_to(written[0], written[1:].shape)
        if dodged is not None:
            unmet = np.where((rises & (dodged[:, seat] > unmet[:, seat]))[:, None], dodged, unmet)
        return np.concatenate([unmet, written[1:]])

    def _rises(self, sheet: Sheet, row: int) -> NDArray[np.bool_]:
        """Which sums may be the next Kribbel number."""
        return np.asarray(self.book.turns.rises[:, self.book.situation(sheet, row)[1]])

    def free(self, sheet: Sheet, row: int) -> int | None:
        """The Kribbel row into which one may dodge."""
        return next((field for field in fields(row) if sheet[field] is None), None)

    def dodged(self, sheets: Sheets, row: int, seat: int, played: Played) -> Chances | None:
        """The chances of all seats after a dodge with each sum (sums x seats); None if one may not dodge.

        It is worked out for some sums; from one of them to the next, chances move as the margins do.
        """
        field, allowed = self.free(sheets[seat], row), np.flatnonzero(self._rises(sheets[seat], row))
        if ROWS[row].task is None or field is None or not allowed.size:
            return None
        filled, _ = self.book.situation(sheets[seat], row)
        after = self.margins.following(row)[filled + 1, self.book.turns.after]
        above = sum((other > EVERY[1:] for other in _entries(sheets, field, seat).values()), np.zeros(SUMS))
        worths = after + self._ahead(sheets, field, seat)[1:] - above / (len(sheets) - 1)
        # Where one may dodge again, others of these sums are worked out for each: fewer will do.
        some = allowed[
            np.unique(
                np.linspace(0, len(allowed) - 1, NESTED if filled and len(fields(row)) > 1 else SOME).astype(np.int64)
            )
        ]
        found = np.array([self._second(sheets, row, seat, int(at) + LOWEST, played) for at in some])
        low, high = worths[some].argmin(), worths[some].argmax()
        slope = (found[high] - found[low]) / max(worths[some[high]] - worths[some[low]], HARDLY)
        rest = found - worths[some][:, None] * slope
        between = [np.interp(np.arange(SUMS), some, column) for column in rest.T]
        return np.asarray(np.stack(between, axis=1) + worths[:, None] * slope)

    def _second(self, sheets: Sheets, row: int, seat: int, total: int, played: Played) -> Chances:
        """What the table is worth to every seat after a dodge with this sum."""
        field = self.free(sheets[seat], row)
        assert field is not None
        after = _with(sheets, seat, write(sheets[seat], field, total))
        return played(row, self.ends(after, row, seat, self.dodged(after, row, seat, played)), seat)

    def _ahead(self, sheets: Sheets, row: int, seat: int) -> Chances:
        """What each mark gains if it is written ahead in a row, where some of the others' may be known."""
        gains, known = self.gains[row], _entries(sheets, row, seat)
        unknown = 1 - len(known) / gains.rivals
        return (
            1 + (gains.points_ahead - 1) * unknown + sum((other < EVERY for other in known.values()), np.zeros(MARKS))
        )

    def _standing(self, sheets: Sheets, row: int, seat: int) -> float:
        """What a seat will gain for marks that are written ahead in rows after this one."""
        sheet = sheets[seat]
        return sum(
            float(self._ahead(sheets, at, seat)[mark(entry)])
            for at in KRIBBEL_ROWS
            if at > row and (entry := sheet[at]) is not None
        )

    def means(self, sheets: Sheets, row: int) -> Chances:
        """The points to expect of every seat when a row begins; only their differences mean anything."""
        found = [
            float(self.margins.values[row][self.book.situation(sheet, row)]) + self._standing(sheets, row - 1, seat)
            for seat, sheet in enumerate(sheets)
        ]
        return np.asarray(self._scores(sheets, row) + np.array(found))

    def written(self, sheets: Sheets, row: int, seat: int) -> Chances:
        """The chances of all seats once this one has written each mark in the row: marks x seats."""
        if all(entry is not None for sheet in sheets for entry in sheet[row + 1 :]):
            return self._last(sheets, row, seat)
        if len(sheets) == 2:
            own = self._between_two(sheets, row, seat)
            return np.stack([own, 1 - own] if seat == 0 else [1 - own, own], axis=1)
        return self._among(sheets, row, seat)

    def _scores(self, sheets: Sheets, row: int) -> Ints:
        """Everybody's points in the rows before this one."""
        rows = [row_points([sheet[at] or 0 for sheet in sheets]) for at in range(row)]
        return np.asarray(np.array(rows, np.int64).reshape(row, len(sheets)).sum(axis=0))

    def _follow(self, sheets: Sheets, row: int, seat: int) -> dict[int, Chances]:
        """What those who still have to play the row will write, by what this seat writes: own marks x marks."""
        known = _entries(sheets, row, seat)
        waiting = [at for at in range(len(sheets)) if at != seat and at not in known]
        if ROWS[row].task is None or not waiting:
            return {at: self._kribbels(sheets, row, at, list(known.values())) for at in waiting}
        line = self.book.lines[row]
        before = [int(line.classes[other]) for other in known.values()]
        sights = [line.seen.index[tuple(sorted((*before, int(own))))] for own in line.classes]
        return dict.fromkeys(waiting, line.entries[sights])

    def _kribbels(self, sheets: Sheets, row: int, at: int, known: Sequence[int]) -> Chances:
        """What a seat writes in a Kribbel row that plays for margins, by one mark more than those known."""
        filled, highest = self.book.situation(sheets[at], row)
        line, rivals = self.book.lines[row], len(sheets) - 1
        before = [int(line.classes[other]) for other in known]
        sights = np.array([line.seen.index[tuple(sorted((*before, int(own))))] for own in line.classes])
        after = line.seen.more[sights][:, line.classes], EVERY[None]
        unseen = rivals - len(known) - 1
        others = np.array([[*known, own] for own in range(MARKS)])
        under = line.later[after] + (others[:, None] < EVERY[:, None]).sum(axis=2)
        above = unseen - self.gains[row].later_upto[after] + (others[:, None] > EVERY[:, None]).sum(axis=2)
        gains = (EVERY > 0) * (1 + under) - above / rivals
        following = self.margins.following(row)[filled + 1]
        worths = gains + following[np.zeros(MARKS, int) if self.book.turns.beginner else np.maximum(EVERY, highest)]
        return self._wrote(worths.T, highest).T

    def _wrote(self, worths: Chances, highest: int) -> Chances:
        """The chance of each mark in a Kribbel row, in lanes in which marks are worth this: marks x lanes."""
        rises = self.book.turns.rises[:, highest]
        ends = np.where(rises[:, None], worths[1:], worths[:1])
        grid, classes = dice(None), kinds(None)
        rolls = endings(grid, ends[classes], THROWS)
        sums = np.zeros(ends.shape)
        np.add.at(sums, classes, rolls)
        struck = np.where(rises[:, None], 0.0, sums).sum(axis=0)
        return np.concatenate([struck[None], np.where(rises[:, None], sums, 0.0)])

    def _later(self, sheets: Sheets, row: int, seat: int, marks: Ints) -> Chances:
        """What is still to come for a seat after a row in which it writes each of these marks."""
        filled, highest = self.book.situation(sheets[seat], row)
        if ROWS[row].task is None and sheets[seat][row] is None:
            filled, tops = filled + 1, np.zeros_like(marks) if self.book.turns.beginner else np.maximum(marks, highest)
        else:
            tops = np.full_like(marks, highest)
        return np.asarray(self.margins.following(row)[filled, tops] + self._standing(sheets, row, seat))

    # Between two, all that both may write in the row is gone through.

    def _between_two(self, sheets: Sheets, row: int, seat: int) -> Chances:
        """The chance of a seat once it has written each mark, against one other."""
        other = 1 - seat
        scores = self._scores(sheets, row)
        lead = int(scores[seat] - scores[other])
        entry = sheets[other][row]
        if row == THIRD:
            hands = [hand_of(sheets[at], self.book.situation(sheets[at], row)[1]) for at in (seat, other)]
            return last_rows(self.book.turns.beginner).third(lead, *hands)
        chances = np.eye(MARKS)[[mark(entry)] * MARKS] if entry is not None else self._follow(sheets, row, seat)[other]
        return np.asarray((chances * self._pair(sheets, row, seat, lead)).sum(axis=1))

    def _pair(self, sheets: Sheets, row: int, seat: int, lead: int) -> Chances:
        """The chance of a seat once both have written each pair of marks: own x other."""
        other = 1 - seat
        leads = lead + DIFFERENCE
        first = np.sign(leads if row in TOTALS_AFTER else EVERY[:, None] - EVERY)
        if row + 1 == THIRD:
            return self._pair_before_third(sheets, row, seat, leads, first)
        means = leads + self._later(sheets, row, seat, EVERY)[:, None] - self._later(sheets, row, other, EVERY)
        if sheets[seat][row + 1] is None and sheets[other][row + 1] is None:
            order = self.margins.order[row + 1]
            means = means - first * (order[1] - order[0])
        return below(means / self.margins.deviations[row + 1])

    def _pair_before_third(self, sheets: Sheets, row: int, seat: int, leads: Ints, first: Ints) -> Chances:
        own, other = (hand_of(sheets[at], self.book.situation(sheets[at], row)[1]) for at in (seat, 1 - seat))
        pairs = np.stack([leads, first], axis=-1).reshape(-1, 2)
        different, which = np.unique(pairs, axis=0, return_inverse=True)
        known = last_rows(self.book.turns.beginner)
        chances = [known.before_third(int(lead), own, other, int(begins)) for lead, begins in different]
        return np.array(chances)[which].reshape(leads.shape)

    # Among more, points of the row are means.

    def _among(self, sheets: Sheets, row: int, seat: int) -> Chances:
        """The chances of all seats once one has written each mark, among three or more."""
        seats = len(sheets)
        follow = self._follow(sheets, row, seat)
        # Seats that have written are certain to have: everybody writes by a table of chances, own marks x marks.
        wrote = {at: np.eye(MARKS)[[entry] * MARKS] for at, entry in _entries(sheets, row, seat).items()}
        wrote = {**wrote, **follow, seat: np.eye(MARKS)}
        under = {at: np.cumsum(chances, axis=1) - chances for at, chances in wrote.items()}
        means = np.zeros((MARKS, seats)) + self._scores(sheets, row)
        for at, chances in wrote.items():
            below_it = sum((under[other] for other in range(seats) if other != at), np.zeros((MARKS, MARKS)))
            means[:, at] += (chances[:, 1:] * (1 + below_it)[:, 1:]).sum(axis=1)
            means[:, at] += chances @ self._later(sheets, row, at, EVERY)
        if not follow:
            means += np.array([self._order(sheets, row, seat, own) for own in range(MARKS)])
        before, after = self.margins.deviations[row] ** 2, self.margins.deviations[row + 1] ** 2
        return firsts(means, sqrt(after + (before - after) * len(follow) / seats))

    def _order(self, sheets: Sheets, row: int, seat: int, own: int) -> Chances:
        """What the order of playing the next row is worth to everybody, once all have written this one."""
        seats = len(sheets)
        sheets = _with(sheets, seat, write(sheets[seat], row, own + LOWEST - 1 if own else 0))
        line = self._scores(sheets, row + 1) if row in TOTALS_AFTER else np.array([sheet[row] or 0 for sheet in sheets])
        begin = np.flatnonzero(line == line.max())
        found = np.zeros(seats)
        for first in begin:
            entries = sum(sheet[row + 1] is not None for sheet in sheets)
            for at in (*range(first, seats), *range(first)):
                if sheets[at][row + 1] is None:
                    found[at] += self.margins.order[row + 1][entries] / len(begin)
                    entries += 1
        return found

    # In the last row that is open, places are counted.

    def _last(self, sheets: Sheets, row: int, seat: int) -> Chances:
        """The chances of all seats once one has written each mark in a row, when all later ones are full."""
        known = _entries(sheets, row, seat)
        waiting = [at for at in range(len(sheets)) if at != seat and at not in known]
        marks = np.zeros((MARKS, len(sheets)), np.int64)
        marks[:, seat] = EVERY
        for at, entry in known.items():
            marks[:, at] = entry
        if not waiting:
            return self._settled(sheets, row, marks)
        if len(waiting) == 1 and ROWS[row].task is None:
            (last,) = waiting
            grid = np.repeat(marks[None], MARKS, axis=0)
            grid[..., last] = EVERY[:, None]
            shares = self._settled(sheets, row, grid)
            points = (grid[..., last] > 0) * (1 + (grid < grid[..., [last]]).sum(axis=-1))
            _, highest = self.book.situation(sheets[last], row)
            wrote = self._wrote(shares[..., last] + HARDLY * points, highest)
            return np.asarray(np.einsum("yms,ym->ms", shares, wrote))
        follow = self._follow(sheets, row, seat)
        found, chances = marks[:, None], np.ones((MARKS, 1))
        for at in waiting:
            stand, parts = _fewer(follow[at], MARKS if len(waiting) < 3 else FEW)
            found = np.repeat(found, len(stand), axis=1)
            found[..., at] = np.tile(stand, chances.shape[1])
            chances = (chances[:, :, None] * parts[:, None]).reshape(MARKS, -1)
        return np.asarray(np.einsum("mk,mks->ms", chances, self._settled(sheets, row, found)))

    def _settled(self, sheets: Sheets, row: int, marks: Ints) -> Chances:
        """What each seat won, once everybody has these marks in a row and nothing else is open."""
        scores = self._scores(sheets, row)
        for at in range(row + 1, len(ROWS)):
            scores = scores + np.array(row_points([sheet[at] or 0 for sheet in sheets]))
        return settled(
            scores, marks, marks if row == LAST_KRIBBEL else np.array([mark(sheet[-1] or 0) for sheet in sheets])
        )


def rivalry_of(book: KribbelnBook) -> Rivalry:
    """Players for the win, with the margins that are shipped."""
    return Rivalry(book, shipped_margins(book.lines[0].seen.players, book.turns.beginner))


def _entries(sheets: Sheets, row: int, seat: int) -> dict[int, int]:
    """The marks of the others that stand in a row, by seat."""
    return {at: mark(entry) for at, sheet in enumerate(sheets) if at != seat and (entry := sheet[row]) is not None}


def _with(sheets: Sheets, seat: int, sheet: Sheet) -> Sheets:
    return (*sheets[:seat], sheet, *sheets[seat + 1 :])


def _fewer(chances: Chances, most: int) -> tuple[Ints, Chances]:
    """A few marks that stand for all that may be written, and the chances of them, by row of `chances`."""
    mean = chances.mean(axis=0)
    if np.count_nonzero(mean) <= most:
        stand = np.flatnonzero(mean)
        return stand, chances[:, stand]
    middle = np.cumsum(mean[1:]) - mean[1:] / 2
    edges = [0, *(1 + np.searchsorted(middle, middle[-1] * np.arange(most) / (most - 1))), MARKS]
    parts = [(first, end) for first, end in pairwise(sorted(set(edges))) if mean[first:end].sum()]
    halves = [np.searchsorted(2 * np.cumsum(mean[first:end]), mean[first:end].sum()) for first, end in parts]
    stand = np.array([first for first, _ in parts]) + np.array(halves)
    return stand, np.stack([chances[:, first:end].sum(axis=1) for first, end in parts], axis=1)
