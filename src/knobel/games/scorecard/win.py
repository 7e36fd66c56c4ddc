"""Judging a scorecard by the chance to win: the distributions of all seats' final scores against each other.

A sheet that is nearly full has the exact distribution of its final score under play for points; a sheet with many open
boxes has a normal one around the expected points, whose standard deviation is that of a turn times the root of the
turns to come. The turn on the table is then solved exactly for the chance to win. For two players the last boxes are
solved exactly as a game, as long as both have few.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import comb, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame
from knobel.games.holding import rating
from knobel.games.scorecard.rules import Card, Scorecard, Sheet, State, Write, open_boxes, points, spend, upper
from knobel.games.scorecard.solve.book import Book
from knobel.games.scorecard.solve.near import Near, PlainNear
from knobel.games.scorecard.solve.positions import positions
from knobel.games.scorecard.solve.rule_tables import Rules
from knobel.solve.kernel.backend import kernel
from knobel.solve.kernel.turn import Turn, best_uses, best_worths
from knobel.solve.kernel.uses import Kinds, Outcomes, Use
from knobel.solve.winning import Final, Prize, Scores, chances_to_win, normal, rivals, sure

if TYPE_CHECKING:
    from knobel.games.scorecard.solve.last_boxes import LastBoxes, Pair

MAX_WORK = 1_000_000
"""The limit of positions times holdings for exact distributions: about half a second, once in a game."""
MAX_SLOW_WORK = 6_000
"""The limit for a kernel that is too slow to solve the last boxes: a tenth of a second."""
SUMS = 5
"""A lower bound on the number of different sums that a box counting for the bonus adds."""
FOLLOWED = 1000
"""Where last boxes are not solved, turns with more holdings are not followed to their ends for the others."""
LAST = 3
"""With at most this many open boxes, the game of two players may be small enough to be solved."""
REMEMBERED = 16
"""How many solved games of last boxes are cached."""


def most_of(book: Book, *, solves: bool | None = None) -> int:
    """The limit of positions times holdings for exact distributions; a slow kernel needs an exact book."""
    solves = kernel().solves_endgames if solves is None else solves
    return MAX_WORK if solves else MAX_SLOW_WORK if book.exact else 0


class Prospect(NamedTuple):
    """An open box, and the distribution of the final score after each of its worths is written there."""

    box: int
    kinds: Kinds
    """The worth of each roll, by number."""
    scores: tuple[Final, ...]


@dataclass(frozen=True, eq=False)
class Sheets:
    """Distributions of the final scores of a card's sheets."""

    book: Book
    spread: float
    """The spread of a turn in points."""
    most: int
    """The limit of positions times holdings for exact distributions."""
    _ways: rating.Memory[tuple[Prospect, ...]] = field(default_factory=rating.Memory)
    _recent: list[Near] = field(default_factory=list)

    @property
    def rules(self) -> Rules:
        return self.book.place.rules

    @property
    def card(self) -> Card:
        return self.rules.card

    def scores(self, sheet: Sheet) -> Final:
        """The distribution of the final score of a sheet before its next throw."""
        boxes, now = open_boxes(sheet), points(self.card, sheet)
        if not boxes:
            return sure(now)
        near = self.outlook(sheet)
        if near:
            return Scores(now, near.at(*near.place.find(boxes, upper(self.card, sheet), sheet.chips)))
        return normal(now + self.book.of(sheet), self.spread * sqrt(len(boxes)))

    def prospects(self, sheet: Sheet) -> tuple[Prospect, ...]:
        """All ways to write on a sheet."""
        return self._ways.get(sheet, lambda: tuple(self._written(sheet)))

    def _written(self, sheet: Sheet) -> list[Prospect]:
        boxes, now = open_boxes(sheet), points(self.card, sheet)
        near = self.outlook(sheet)
        place = near.place if near else self.book.place
        row, chip, state = place.find(boxes, upper(self.card, sheet), sheet.chips)
        deviation = self.spread * sqrt(len(boxes) - 1)

        @cache
        def after(row: int, state: int) -> Callable[[int], Final]:
            """The distribution of the final score in a position, as a function of the points written on the way."""
            if near:
                shape = near.at(row, chip, state)
                return lambda gain: Scores(now + gain, shape)
            to_come = float(self.book.row(row)[chip, state])
            return lambda gain: normal(now + gain + to_come, deviation)

        return [
            Prospect(box, self.rules.kinds[box], tuple(after(*position)(gain) for gain, *position in writings))
            for box, writings in place.written(row, state).items()
        ]

    def outlook(self, sheet: Sheet) -> Near | None:
        """The exact distributions of all that can follow a sheet, if they are few."""
        boxes, sum_ = open_boxes(sheet), upper(self.card, sheet)
        size = self.rules.lattice.size
        if not boxes or size * _at_least(self.rules, boxes) > self.most:
            return None
        near = next((near for near in reversed(self._recent) if _includes(near, boxes, sum_, sheet.chips)), None)
        if near is None:
            place = positions(self.rules, boxes, sum_, sheet.chips)
            if place.count * size > self.most:
                return None
            near = self._distributions(boxes, sum_, sheet.chips)
            self._recent.append(near)
            del self._recent[:-REMEMBERED]
        return near

    def _distributions(self, boxes: Sequence[int], sum_: int, chips: int) -> Near:
        """Compute the distributions of all that can follow a sheet."""
        if not kernel().solves_endgames:
            return PlainNear(self.book, positions(self.rules, boxes, sum_, chips))
        from knobel.games.scorecard.solve.outlook import outlook

        return outlook(self.card, boxes, sum_, chips)


def _at_least(rules: Rules, boxes: Sequence[int]) -> int:
    """A low estimate of how many positions follow with these boxes open: every written box adds some sums."""
    above = sum(box < rules.upper for box in boxes)
    sums = sum(comb(above, count) * (1 + SUMS * count) for count in range(above + 1))
    return sums << len(boxes) - above


def _includes(near: Near, boxes: Sequence[int], sum_: int, chips: int) -> bool:
    """Whether these distributions include the position."""
    try:
        near.place.find(boxes, sum_, chips)
    except BadSetup:
        return False
    return True


class Last(NamedTuple):
    """The situation of a table in the game of the last boxes."""

    boxes: "LastBoxes"
    pair: "Pair"
    lead: int

    def chance(self, seat: int) -> float:
        """The exact chance of a seat."""
        first = self.boxes.chance(self.pair, self.lead)
        return first if seat == 0 else 1 - first


@dataclass(frozen=True, eq=False)
class WinJudge(rating.TurnJudge):
    """Rates by the chance to win, ties shared; it depends on all sheets."""

    sheets: Sheets
    objective = "win"
    solves: bool = field(default_factory=lambda: kernel().solves_endgames)
    """Whether last boxes are solved."""
    _turns: rating.Memory[Turn] = field(default_factory=rating.Memory)
    _shares: rating.Memory[list[float]] = field(default_factory=rating.Memory)
    _rated: rating.Memory[Mapping[Any, float]] = field(default_factory=rating.Memory)
    _prizes: rating.Memory[Prize] = field(default_factory=rating.Memory)
    _uses: rating.Memory[list[Use]] = field(default_factory=rating.Memory)
    _stands: rating.Memory[list[float]] = field(default_factory=rating.Memory)
    """The chances of all seats between two turns, by their sheets alone."""
    _ended: rating.Memory[Outcomes] = field(default_factory=rating.Memory)
    _lasts: list["LastBoxes"] = field(default_factory=list)
    _standing: rating.Memory[tuple[Last | None]] = field(default_factory=rating.Memory)

    def exact(self, game: AnyGame, state: Any, seat: int) -> bool:
        """Whether ratings are exact: for two in the last boxes; else in a turn after all others are done."""
        assert isinstance(game, Scorecard)
        return game.usual and (_over(state) or self._last(state) is not None or _alone(state))

    def rate(self, game: AnyGame, state: Any, seat: int) -> Mapping[Any, float]:
        return self._rated.get((game, state, seat), lambda: super(WinJudge, self).rate(game, state, seat))

    def turn(self, game: AnyGame, state: State, seat: int) -> Turn:
        return self._turns.get((state.sheets, seat), lambda: self._solve_turn(state, seat))

    def _solve_turn(self, state: State, seat: int) -> Turn:
        rules, sheet = self.sheets.rules, state.sheets[seat]
        bought = best_worths(self.uses(state, seat, spend(sheet))) if sheet.chips else None
        return Turn(rules.lattice, best_worths(self.uses(state, seat, sheet)), rules.throws, bought)

    def uses(self, state: State, seat: int, sheet: Sheet) -> list[Use]:
        """The open boxes of a sheet as ways to use a roll, by the chance of the seat."""
        last = self._last(state)
        if last:
            return last.boxes.uses(last.pair, last.lead, sheet.chips)
        return self._uses.get((state.sheets, seat, sheet), lambda: self._worths(state, seat, sheet))

    def _worths(self, state: State, seat: int, sheet: Sheet) -> list[Use]:
        prize = self._prize(state, seat)
        return [
            Use(prospect.box, prospect.kinds, [prize.of(scores) for scores in prospect.scores])
            for prospect in self.sheets.prospects(sheet)
        ]

    def endings(self, game: AnyGame, state: State, seat: int) -> Mapping[Any, float]:
        assert isinstance(game, Scorecard)
        sheet, keys = state.sheets[seat], [box.key for box in game.card.boxes]
        if not game.usual:
            # The extra points by house rules for these dice count; their later effects are ignored.
            prize, faces = self._prize(state, seat), state.tray.faces
            return {
                Write(keys[box]): prize.of(self.sheets.scores(game.write(sheet, box, faces)))
                for box in open_boxes(sheet)
            }
        roll = self.sheets.rules.lattice.number(state.tray.dice)
        return {Write(keys[use.number]): use.worth(roll) for use in self.uses(state, seat, sheet)}

    def resting(self, game: AnyGame, state: State, seat: int) -> float:
        if state.starting or _over(state):
            return self._as_they_are(state.sheets)[seat]
        last = self._last(state)
        if last:
            return last.chance(seat)
        return self.turn(game, state, seat).start

    def value(self, game: AnyGame, state: Any, seat: int) -> float:
        if seat == state.seat or state.starting or _over(state):
            return super().value(game, state, seat)
        if game.seats == 2:
            return 1 - super().value(game, state, state.seat)
        return self._others(game, state)[seat]

    def _others(self, game: AnyGame, state: State) -> list[float]:
        """The chances of all seats, if the one on turn goes on optimally."""
        return self._shares.get((state.sheets, state.seat, state.tray), lambda: self._shared(game, state))

    def _shared(self, game: AnyGame, state: State) -> list[float]:
        seat, tray = state.seat, state.tray
        if None not in tray.dice:
            ratings = self.rate(game, state, seat)
            best = max(ratings, key=lambda move: ratings[move])
            after = game.play(state, seat, best)
            if isinstance(best, Write):
                return self._as_they_are(after.sheets)
            return self._others(game, after)
        if not self.solves and self.sheets.rules.lattice.size > FOLLOWED:
            return self._in_proportion(game, state)
        sheet, turn = state.sheets[seat], self.turn(game, state, seat)
        outcomes = [self._outcomes(state, sheet)] * max(0, turn.throws - tray.throws)
        if sheet.chips or tray.throws == turn.throws:
            outcomes.append(self._outcomes(state, spend(sheet) if tray.throws < turn.throws else sheet))
        return turn.outcomes(outcomes, tray.throws, [tray.dice])[0]

    def _in_proportion(self, game: AnyGame, state: State) -> list[float]:
        """The chances of all seats, if the others share the rest in the same proportion as before the turn."""
        seat, own = state.seat, super().value(game, state, state.seat)
        shares = self._as_they_are(state.sheets)
        others = 1 - shares[seat]
        return [own if at == seat else share * (1 - own) / others if others else 0.0 for at, share in enumerate(shares)]

    def _as_they_are(self, sheets: tuple[Sheet, ...]) -> list[float]:
        """The chances of all seats with these sheets, whoever is on turn."""
        return self._stands.get(sheets, lambda: chances_to_win([self.sheets.scores(sheet) for sheet in sheets]))

    def _outcomes(self, state: State, sheet: Sheet) -> Outcomes:
        """The chances of all seats after each roll is written into the best box."""
        return self._ended.get((state.sheets, state.seat, sheet), lambda: self._written(state, sheet))

    def _written(self, state: State, sheet: Sheet) -> Outcomes:
        seat, sheets = state.seat, state.sheets
        others = [self.sheets.scores(other) for at, other in enumerate(sheets) if at != seat]
        prize, curves = Prize(others), rivals(others)
        first, kinds = {}, {}
        chances: list[list[float]] = []
        for prospect in self.sheets.prospects(sheet):
            first[prospect.box], kinds[prospect.box] = len(chances), prospect.kinds.of_roll
            for scores in prospect.scores:
                shares = [curve.of(scores) for curve in curves]
                chances.append([*shares[:seat], prize.of(scores), *shares[seat:]])
        written = best_uses(self.uses(state, seat, sheet))
        labels = [first[box] + kinds[box][roll] for roll, box in enumerate(written)]
        return Outcomes(Kinds(labels), chances)

    def _prize(self, state: State, seat: int) -> Prize:
        """The prize of each final score of a seat against the others."""
        others = *state.sheets[:seat], *state.sheets[seat + 1 :]
        return self._prizes.get(others, lambda: Prize([self.sheets.scores(sheet) for sheet in others]))

    def _last(self, state: State) -> Last | None:
        """The situation of two players in the game of their last boxes, if these are few."""
        few = max(map(len, map(open_boxes, state.sheets))) <= LAST
        if not (self.solves and few and len(state.sheets) == 2) or _over(state):
            return None
        (last,) = self._standing.get((state.sheets, state.seat), lambda: (self._solved(state),))
        return last

    def _solved(self, state: State) -> Last | None:
        from knobel.games.scorecard.solve.last_boxes import last_boxes

        last = next(filter(None, (_situation(boxes, state) for boxes in reversed(self._lasts))), None)
        first, second = state.sheets
        solved = None if last else last_boxes(self.sheets.card, first, second, state.seat)
        if solved:
            self._lasts.append(solved)
            del self._lasts[:-REMEMBERED]
            return _situation(solved, state)
        return last


def _situation(boxes: "LastBoxes", state: State) -> Last | None:
    """The situation of a table in a solved game of last boxes, if it is included."""
    from knobel.games.scorecard.solve.last_boxes import Pair

    try:
        first, second = (boxes.spot(seat, sheet) for seat, sheet in enumerate(state.sheets))
    except BadSetup:
        return None
    card = boxes.places[0].rules.card
    lead = points(card, state.sheets[0]) - points(card, state.sheets[1])
    pair = Pair((first, second), state.seat)
    return Last(boxes, pair, lead) if boxes.includes(pair, lead) else None


def _over(state: State) -> bool:
    """Whether everybody is done."""
    return not any(map(open_boxes, state.sheets))


def _alone(state: State) -> bool:
    """Whether one seat has one box left, and the others are done."""
    return sum(len(open_boxes(sheet)) for sheet in state.sheets) == 1
