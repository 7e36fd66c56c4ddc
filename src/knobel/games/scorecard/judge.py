"""The judges of a scorecard: by points to come, by the chance to win where that is solved, or by that of a score."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame
from knobel.core.registry import make
from knobel.games.holding import rating
from knobel.games.scorecard.rules import Card, Scorecard, Sheet, State, Write, points, spend, upper, write
from knobel.games.scorecard.solve.book import Book, endgame
from knobel.games.scorecard.solve.duel import DuelBook
from knobel.games.scorecard.solve.reach import Reach
from knobel.games.scorecard.solve.reach import reach as solve_reach
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.games.scorecard.solve.shipped import best_duel, book_of
from knobel.games.scorecard.win import Sheets, WinJudge, open_boxes
from knobel.games.spec import find
from knobel.players.judge import Judge
from knobel.scene.text import Text, text
from knobel.solve.kernel.turn import Turn, lay_open

REMEMBERED = 16
"""How many ends of sheets that were solved on demand are kept in mind."""


def judge(game: Scorecard, objective: str | None, endgames: int) -> Judge:
    """Alone, or if points are asked for, by points; else by the chance to win, for two by the solved game if it is."""
    card = game.card
    if game.seats == 1 or objective == "points":
        return ScorecardJudge(book_of(card), endgames)
    if game.seats == 2 and not (card.bonus or card.chips or card.reading):
        return DuelJudge(best_duel(card))
    return _win_judge(card)


@lru_cache(maxsize=8)
def _win_judge(card: Card) -> WinJudge:
    """What sheets may come to is the same for any number of seats, and worked out once for all who ask."""
    return WinJudge(Sheets(book_of(card), find(card.key).turn_spread(make(card.key), "points")))


def objectives(game: Scorecard) -> tuple[str, ...]:
    """What may be played for: to win, unless one is alone."""
    return ("points",) if game.seats == 1 else ("win", "points")


def caveats(game: Scorecard) -> tuple[Text, ...]:
    """The house rules that the values do not know."""
    return () if game.usual else (text("coach.caveat.house"),)


def reach(game: Scorecard, score: int) -> Judge:
    """The judge of one who wants at least this score and nothing else."""
    return ReachJudge(game.card, score)


def approximation(_seats: int, objective: str) -> str:
    """What values are where they are not exact."""
    return "chances" if objective == "win" else "compact"


@dataclass(frozen=True, eq=False)
class ScorecardJudge(rating.TurnJudge):
    """Rates by the expected points of the own sheet in the end; what others do makes no difference to that."""

    book: Book
    endgames: int = 0
    """Up to so many open boxes the rest is solved on demand, where the book is not exact."""
    objective = "points"
    _turns: rating.Memory[Turn] = field(default_factory=rating.Memory)
    _solved: list[Book] = field(default_factory=list)

    @property
    def card(self) -> Card:
        """The card this judge knows."""
        return self.book.place.rules.card

    def exact(self, game: AnyGame, state: Any, seat: int) -> bool:
        assert isinstance(game, Scorecard)
        return game.usual and self._book(state.sheets[seat]).exact

    def turn(self, game: AnyGame, state: State, seat: int) -> Turn:
        sheet = state.sheets[seat]
        return self._turns.get(sheet, lambda: self._lay_open(sheet))

    def endings(self, game: AnyGame, state: State, seat: int) -> Mapping[Any, float]:
        sheet, turn = state.sheets[seat], self.turn(game, state, seat)
        worths = self.writings(sheet)[rating.roll_number(turn, state.tray)] + points(self.card, sheet)
        more = _more(game, sheet, state.tray.faces)
        return {Write(self.card.boxes[box].key): float(worths[box]) + more[box] for box in open_boxes(sheet)}

    def resting(self, game: AnyGame, state: State, seat: int) -> float:
        sheet = state.sheets[seat]
        return points(self.card, sheet) + self._book(sheet).of(sheet)

    def writings(self, sheet: Sheet) -> NDArray[np.float64]:
        """The points still to come after writing each roll into each box, its own included: rolls x boxes."""
        return self._book(sheet).writings(open_boxes(sheet), upper(self.card, sheet), sheet.chips)

    def _lay_open(self, sheet: Sheet) -> Turn:
        rules, now = self.book.place.rules, points(self.card, sheet)
        bought = self.writings(spend(sheet)).max(axis=1) + now if sheet.chips else None
        return lay_open(rules.lattice, self.writings(sheet).max(axis=1) + now, rules.throws, bought)

    def _book(self, sheet: Sheet) -> Book:
        """The best book for this sheet."""
        boxes = open_boxes(sheet)
        if self.book.exact or not 0 < len(boxes) <= self.endgames:
            return self.book
        known = next((book for book in self._solved if _holds(book, sheet)), None)
        if known is None:
            known = endgame(self.card, boxes, upper(self.card, sheet), sheet.chips)
            self._solved.append(known)
            del self._solved[:-REMEMBERED]
        return known


def _more(game: AnyGame, sheet: Sheet, faces: tuple[int, ...]) -> list[int]:
    """What house rules add to writing these dice into each open box; what else they bring nobody has worked out."""
    assert isinstance(game, Scorecard)
    if game.usual:
        return [0] * len(sheet.marks)
    now, card = points(game.card, sheet), game.card
    return [
        points(card, game.write(sheet, box, faces)) - now - (points(card, write(card, sheet, box, faces)) - now)
        if known is None
        else 0
        for box, known in enumerate(sheet.marks)
    ]


def _holds(book: Book, sheet: Sheet) -> bool:
    """The book has the position of this sheet."""
    try:
        book.of(sheet)
    except BadSetup:
        return False
    return True


@dataclass(frozen=True, eq=False)
class DuelJudge(rating.TurnJudge):
    """Rates by the chance to win; both sheets, and both players' dice, make a difference to that."""

    book: DuelBook
    objective = "win"
    _turns: rating.Memory[Turn] = field(default_factory=rating.Memory)

    def value(self, game: AnyGame, state: Any, seat: int) -> float:
        chance = super().value(game, state, state.seat)
        return chance if seat == state.seat else 1 - chance

    def exact(self, game: AnyGame, state: Any, seat: int) -> bool:
        assert isinstance(game, Scorecard)
        return game.usual and self.book.exact

    def turn(self, game: AnyGame, state: State, seat: int) -> Turn:
        place = self._place(state, seat)
        rules = self.book.duel.rules
        return self._turns.get(
            place, lambda: lay_open(rules.lattice, self.book.writings(*place).max(axis=1), rules.throws)
        )

    def endings(self, game: AnyGame, state: State, seat: int) -> Mapping[Any, float]:
        roll = rating.roll_number(self.turn(game, state, seat), state.tray)
        chances = self.book.writings(*self._place(state, seat))[roll]
        boxes = self.book.duel.rules.card.boxes
        return {Write(boxes[box].key): float(chances[box]) for box in open_boxes(state.sheets[seat])}

    def resting(self, game: AnyGame, state: State, seat: int) -> float:
        return self.book.chance(*self._place(state, seat))

    def _place(self, state: State, seat: int) -> tuple[int, int, int]:
        """The open boxes of both, as bits, and the lead."""
        card = self.book.duel.rules.card
        mine, theirs = state.sheets[seat], state.sheets[1 - seat]
        bits = [sum(1 << box for box in open_boxes(sheet)) for sheet in (mine, theirs)]
        return bits[0], bits[1], points(card, mine) - points(card, theirs)


@dataclass(frozen=True, eq=False)
class ReachJudge(rating.TurnJudge):
    """Rates by the chance of a score; what others do makes no difference to that."""

    card: Card
    score: int
    """The score that is wished for."""
    objective = "reach"
    _turns: rating.Memory[Turn] = field(default_factory=rating.Memory)
    _books: rating.Memory[Reach] = field(default_factory=rating.Memory)

    def exact(self, game: AnyGame, state: Any, seat: int) -> bool:
        return True

    def turn(self, game: AnyGame, state: State, seat: int) -> Turn:
        sheet = state.sheets[seat]
        return self._turns.get(sheet, lambda: self._lay_open(sheet))

    def _lay_open(self, sheet: Sheet) -> Turn:
        known = rules(self.card)
        bought = self._writings(sheet, sheet.chips - 1).max(axis=1) if sheet.chips else None
        return lay_open(known.lattice, self._writings(sheet, sheet.chips).max(axis=1), known.throws, bought)

    def endings(self, game: AnyGame, state: State, seat: int) -> Mapping[Any, float]:
        sheet = state.sheets[seat]
        chances = self._writings(sheet, sheet.chips)[rating.roll_number(self.turn(game, state, seat), state.tray)]
        return {Write(self.card.boxes[box].key): float(chances[box]) for box in open_boxes(sheet)}

    def resting(self, game: AnyGame, state: State, seat: int) -> float:
        sheet = state.sheets[seat]
        book = self._book(sheet)
        need = min(self._need(sheet), book.need)
        return book.chance(open_boxes(sheet), upper(self.card, sheet), need, sheet.chips)

    def _need(self, sheet: Sheet) -> int:
        """The points that are still needed."""
        return self.score - points(self.card, sheet)

    def _writings(self, sheet: Sheet, chips: int) -> NDArray[np.float64]:
        """The chances once each roll is written into each box, with so many chips left: rolls x boxes."""
        book = self._book(sheet)
        need = min(self._need(sheet), book.need)
        return book.writings(open_boxes(sheet), upper(self.card, sheet), need, chips)

    def _book(self, sheet: Sheet) -> Reach:
        """The chances of all that can follow on this sheet."""
        place = tuple(open_boxes(sheet)), upper(self.card, sheet), self._need(sheet), sheet.chips
        return self._books.get(place, lambda: solve_reach(self.card, *place))
