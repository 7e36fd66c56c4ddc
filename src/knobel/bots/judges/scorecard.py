"""The judge of a scorecard: the points a sheet will have in the end."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.bots.judges import tray
from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame
from knobel.games.scorecard import Card, Sheet, State, Write, points, spend, upper
from knobel.solve.book import Book
from knobel.solve.endgame import endgame
from knobel.solve.turn import Turn, lay_open


def open_boxes(sheet: Sheet) -> list[int]:
    """The numbers of the boxes that are still open."""
    return [box for box, mark in enumerate(sheet.marks) if mark is None]


@dataclass(frozen=True, eq=False)
class ScorecardJudge:
    """Rates by the expected points of the own sheet in the end; what others do makes no difference to that."""

    book: Book
    endgames: int = 0
    """Up to so many open boxes the rest is solved on demand, where the book is not exact."""
    objective = "points"
    _turns: tray.Memory[Turn] = field(default_factory=tray.Memory)
    _solved: list[Book] = field(default_factory=list)

    @property
    def card(self) -> Card:
        """The card this judge knows."""
        return self.book.place.rules.card

    def rate(self, game: AnyGame, state: Any, seat: int) -> Mapping[Any, float]:
        """The expected points in the end after each move."""
        return tray.rate(self, game, state, seat)

    def value(self, game: AnyGame, state: Any, seat: int) -> float:
        """The expected points in the end."""
        return tray.value(self, game, state, seat)

    def exact(self, game: AnyGame, state: Any, seat: int) -> bool:
        """Ratings are exact."""
        return self._book(state.sheets[seat]).exact

    def turn(self, game: AnyGame, state: State, seat: int) -> Turn:
        """The turn on this sheet."""
        sheet = state.sheets[seat]
        return self._turns.get(sheet, lambda: self._lay_open(sheet))

    def endings(self, game: AnyGame, state: State, seat: int) -> Mapping[Any, float]:
        """The expected points after writing the dice into each open box."""
        sheet, turn = state.sheets[seat], self.turn(game, state, seat)
        worths = self.writings(sheet)[tray.roll_number(turn, state.tray)] + points(self.card, sheet)
        return {Write(self.card.boxes[box].key): float(worths[box]) for box in open_boxes(sheet)}

    def resting(self, game: AnyGame, state: State, seat: int) -> float:
        """The expected points before a turn."""
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
        return known


def _holds(book: Book, sheet: Sheet) -> bool:
    """The book has the position of this sheet."""
    try:
        book.of(sheet)
    except BadSetup:
        return False
    return True
