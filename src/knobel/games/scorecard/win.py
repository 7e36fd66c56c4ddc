"""Judging a scorecard by the chance to win: what everybody's sheet may come to, against each other.

A sheet that is nearly full has the exact distribution of its final score under play for points; a sheet with many open
boxes has a normal one around the points to expect, whose spread is that of a turn times the root of the turns to come.
The turn on the table is then solved exactly for the chance to win. Between two players the last boxes are a game that
is solved exactly, as long as both have few.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import comb, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame
from knobel.games.holding import rating
from knobel.games.scorecard.rules import Card, Scorecard, Sheet, State, Write, open_boxes, points, spend, upper
from knobel.games.scorecard.solve.book import Book
from knobel.games.scorecard.solve.last_boxes import LastBoxes, Pair, last_boxes
from knobel.games.scorecard.solve.outlook import Outlook, boxes_of, outlook
from knobel.games.scorecard.solve.positions import positions
from knobel.games.scorecard.solve.rule_tables import Rules
from knobel.solve.kernel.turn_arrays import ArrayTurn, ends_of, lay_open
from knobel.solve.kernel.ways import Kinds, Way, best, best_ways
from knobel.solve.winning import Prize, Scores, chances_to_win, normal, sure

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST = 1_000_000
"""Sheets are worked out exactly up to so many positions times holdings: about half a second, once in a game."""
SUMS = 5
"""How many different numbers a box that counts for the bonus may add, at least."""
LAST = 3
"""With so few open boxes two players play a game that may be small enough to be solved."""
REMEMBERED = 16
"""How many games of last boxes are kept in mind."""


class Prospect(NamedTuple):
    """An open box, and what the final score may be once each of its worths is written there."""

    box: int
    kinds: Ints
    """Which of its worths each roll has."""
    scores: tuple[Scores, ...]


@dataclass(frozen=True, eq=False)
class Sheets:
    """What the sheets of a card may come to."""

    book: Book
    spread: float
    """How far a turn moves the points."""
    _ways: rating.Memory[tuple[Prospect, ...]] = field(default_factory=rating.Memory)
    _recent: list[Outlook] = field(default_factory=list)

    @property
    def rules(self) -> Rules:
        return self.book.place.rules

    @property
    def card(self) -> Card:
        return self.rules.card

    def scores(self, sheet: Sheet) -> Scores:
        """The final score of a sheet before its next throw."""
        boxes, now = open_boxes(sheet), points(self.card, sheet)
        if not boxes:
            return sure(now)
        near = self.outlook(sheet)
        if near:
            return Scores(now, near.of(boxes, upper(self.card, sheet), sheet.chips))
        return normal(now + self.book.of(sheet), self.spread * sqrt(len(boxes)))

    def prospects(self, sheet: Sheet) -> tuple[Prospect, ...]:
        """All ways to write on a sheet."""
        return self._ways.get(sheet, lambda: tuple(self._written(sheet)))

    def _written(self, sheet: Sheet) -> list[Prospect]:
        boxes, now = open_boxes(sheet), points(self.card, sheet)
        near = self.outlook(sheet)
        place = near.place if near else self.book.place
        row, chip, state = place.find(boxes, upper(self.card, sheet), sheet.chips)
        width = place.shape[2]

        def after(gain: int, position: int) -> Scores:
            if near:
                return Scores(now + gain, near.chances[near.slots[position], chip])
            still = float(self.book.row(position // width)[chip, position % width])
            return normal(now + gain + still, self.spread * sqrt(len(boxes) - 1))

        found = []
        every = zip((*place.upper.boxes, *place.lower), boxes_of(place, np.array([row * width + state])), strict=True)
        for number, box in every:
            if box.open[0]:
                pairs = zip(box.gains[:, 0].tolist(), box.after[:, 0].tolist(), strict=True)
                found.append(Prospect(number, box.kinds, tuple(after(gain, position) for gain, position in pairs)))
        return found

    def outlook(self, sheet: Sheet) -> Outlook | None:
        """The exact distributions of all that can follow on a sheet, if they are few."""
        boxes, sum_ = open_boxes(sheet), upper(self.card, sheet)
        size = self.rules.lattice.size
        if not boxes or size * _at_least(self.rules, boxes) > MOST:
            return None
        known = next((one for one in reversed(self._recent) if _holds(one, boxes, sum_, sheet.chips)), None)
        if known is None:
            place = positions(self.rules, boxes, sum_, sheet.chips)
            if place.count * size > MOST:
                return None
            known = outlook(self.card, boxes, sum_, sheet.chips)
            self._recent.append(known)
            del self._recent[:-REMEMBERED]
        return known


def _at_least(rules: Rules, boxes: Sequence[int]) -> int:
    """About how many positions follow with these boxes open, and rather too few: every box written adds some sums."""
    above = sum(box < rules.upper for box in boxes)
    sums = sum(comb(above, count) * (1 + SUMS * count) for count in range(above + 1))
    return sums << len(boxes) - above


def _holds(known: Outlook, boxes: Sequence[int], sum_: int, chips: int) -> bool:
    """These distributions have the position."""
    try:
        known.place.find(boxes, sum_, chips)
    except BadSetup:
        return False
    return True


class Last(NamedTuple):
    """Where a table stands in the game of the last boxes."""

    boxes: LastBoxes
    pair: Pair
    lead: int

    def chance(self, seat: int) -> float:
        """The exact chance of a seat."""
        first = self.boxes.chance(self.pair, self.lead)
        return first if seat == 0 else 1 - first


@dataclass(frozen=True, eq=False)
class WinJudge(rating.TurnJudge):
    """Rates by the chance to win, ties shared; everybody's sheet makes a difference to that."""

    sheets: Sheets
    objective = "win"
    _turns: rating.Memory[ArrayTurn] = field(default_factory=rating.Memory)
    _shares: rating.Memory[Floats] = field(default_factory=rating.Memory)
    _lasts: list[LastBoxes] = field(default_factory=list)
    _standing: rating.Memory[tuple[Last | None]] = field(default_factory=rating.Memory)

    def exact(self, game: AnyGame, state: Any, seat: int) -> bool:
        """Between two the last boxes are; with more seats, a turn in which the others are done."""
        assert isinstance(game, Scorecard)
        return game.usual and (_over(state) or self._last(state) is not None or _alone(state))

    def turn(self, game: AnyGame, state: State, seat: int) -> ArrayTurn:
        return self._turns.get((state.sheets, seat), lambda: self._lay_open(state, seat))

    def _lay_open(self, state: State, seat: int) -> ArrayTurn:
        known, sheet = self.sheets.rules, state.sheets[seat]
        bought = best(self.ways(state, seat, spend(sheet))) if sheet.chips else None
        return lay_open(known.lattice, best(self.ways(state, seat, sheet)), known.throws, bought)

    def ways(self, state: State, seat: int, sheet: Sheet) -> list[Way]:
        """The open boxes of a sheet as ways to use a roll, by the chance of the seat."""
        last = self._last(state)
        if last:
            return last.boxes.ways(last.pair, last.lead, sheet.chips)
        prize = self._prize(state, seat)
        return [
            Way(one.box, Kinds(one.kinds), [prize.of(scores) for scores in one.scores])
            for one in self.sheets.prospects(sheet)
        ]

    def endings(self, game: AnyGame, state: State, seat: int) -> Mapping[Any, float]:
        assert isinstance(game, Scorecard)
        sheet, keys = state.sheets[seat], [box.key for box in game.card.boxes]
        if not game.usual:
            # What house rules add to these dice counts; what else they bring nobody has worked out.
            prize, faces = self._prize(state, seat), state.tray.faces
            return {
                Write(keys[box]): prize.of(self.sheets.scores(game.write(sheet, box, faces)))
                for box in open_boxes(sheet)
            }
        roll = self.sheets.rules.lattice.number(state.tray.dice)
        return {Write(keys[way.number]): way.worth(roll) for way in self.ways(state, seat, sheet)}

    def resting(self, game: AnyGame, state: State, seat: int) -> float:
        if state.starting or _over(state):
            return chances_to_win([self.sheets.scores(sheet) for sheet in state.sheets])[seat]
        last = self._last(state)
        if last:
            return last.chance(seat)
        return self.turn(game, state, seat).start

    def value(self, game: AnyGame, state: Any, seat: int) -> float:
        if seat == state.seat or state.starting or _over(state):
            return super().value(game, state, seat)
        if game.seats == 2:
            return 1 - super().value(game, state, state.seat)
        return float(self._others(game, state)[seat])

    def _others(self, game: AnyGame, state: State) -> Floats:
        """The chances of all seats, when the one on turn plays on as well as it can."""
        return self._shares.get((state.sheets, state.seat, state.tray), lambda: self._shared(game, state))

    def _shared(self, game: AnyGame, state: State) -> Floats:
        seat, tray = state.seat, state.tray
        if None not in tray.dice:
            ratings = self.rate(game, state, seat)
            best = max(ratings, key=lambda move: ratings[move])
            after = game.play(state, seat, best)
            if isinstance(best, Write):
                return np.array(chances_to_win([self.sheets.scores(sheet) for sheet in after.sheets]))
            return self._others(game, after)
        sheet, turn = state.sheets[seat], self.turn(game, state, seat)
        ends = [self._ends(state, sheet)] * max(0, turn.throws - tray.throws)
        if sheet.chips or tray.throws == turn.throws:
            ends.append(self._ends(state, spend(sheet) if tray.throws < turn.throws else sheet))
        return np.asarray(ends_of(turn, ends, tray.throws, [tray.dice])[0])

    def _ends(self, state: State, sheet: Sheet) -> Floats:
        """The chances of all seats once each roll is written into the best box: rolls x seats."""
        seat, written = state.seat, np.array(best_ways(self.ways(state, state.seat, sheet)))
        others = [self.sheets.scores(other) for other in state.sheets]
        found = np.zeros((len(written), len(others)))
        for way in self.sheets.prospects(sheet):
            here = written == way.box
            for kind in np.unique(way.kinds[here]).tolist():
                found[here & (way.kinds == kind)] = chances_to_win(
                    [*others[:seat], way.scores[kind], *others[seat + 1 :]]
                )
        return found

    def _prize(self, state: State, seat: int) -> Prize:
        """What each final score of a seat is worth against the others."""
        return Prize([self.sheets.scores(sheet) for at, sheet in enumerate(state.sheets) if at != seat])

    def _last(self, state: State) -> Last | None:
        """Where two players stand in the game of their last boxes, if these are few."""
        if len(state.sheets) != 2 or _over(state) or max(map(len, map(open_boxes, state.sheets))) > LAST:
            return None
        (found,) = self._standing.get((state.sheets, state.seat), lambda: (self._solved(state),))
        return found

    def _solved(self, state: State) -> Last | None:
        found = next(filter(None, (_found(known, state) for known in reversed(self._lasts))), None)
        first, second = state.sheets
        made = None if found else last_boxes(self.sheets.card, first, second, state.seat)
        if made:
            self._lasts.append(made)
            del self._lasts[:-REMEMBERED]
            return _found(made, state)
        return found


def _found(known: LastBoxes, state: State) -> Last | None:
    """Where a table stands among what was worked out."""
    try:
        first, second = (known.spot(seat, sheet) for seat, sheet in enumerate(state.sheets))
    except BadSetup:
        return None
    card = known.places[0].rules.card
    lead = points(card, state.sheets[0]) - points(card, state.sheets[1])
    pair = Pair((first, second), state.seat)
    return Last(known, pair, lead) if known.knows(pair, lead) else None


def _over(state: State) -> bool:
    """Everybody is done."""
    return not any(map(open_boxes, state.sheets))


def _alone(state: State) -> bool:
    """One seat has one box left, and the others are done."""
    return sum(len(open_boxes(sheet)) for sheet in state.sheets) == 1
