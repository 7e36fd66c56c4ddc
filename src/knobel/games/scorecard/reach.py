"""Judging a scorecard by the chance to reach a score."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.game import AnyGame
from knobel.games.holding import rating
from knobel.games.scorecard.rules import Card, Sheet, State, Write, open_boxes, points, upper
from knobel.games.scorecard.solve.reach import Reach
from knobel.games.scorecard.solve.reach import reach as solve_reach
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.solve.kernel.turn import Turn, lay_open


@dataclass(frozen=True, eq=False)
class ReachJudge(rating.TurnJudge):
    """Rates by the chance to reach a score; the other seats make no difference."""

    card: Card
    score: int
    """The score to reach."""
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
        chances = self._writings(sheet, sheet.chips)[rules(self.card).lattice.number(state.tray.dice)]
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
        """The chances after each roll is written into each box, with `chips` chips left: rolls x boxes."""
        book = self._book(sheet)
        need = min(self._need(sheet), book.need)
        return book.writings(open_boxes(sheet), upper(self.card, sheet), need, chips)

    def _book(self, sheet: Sheet) -> Reach:
        """The chances of all positions that can follow this sheet."""
        place = tuple(open_boxes(sheet)), upper(self.card, sheet), self._need(sheet), sheet.chips
        return self._books.get(place, lambda: solve_reach(self.card, *place))
