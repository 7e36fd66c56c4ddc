"""The judge of a wish: the chance that a sheet has at least so many points in the end, when nothing else counts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from knobel.bots.judges import tray
from knobel.bots.judges.scorecard import open_boxes
from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame
from knobel.games.scorecard import Card, Scorecard, Sheet, State, Write, points, upper
from knobel.solve.rules import rules
from knobel.solve.scores.reach import Reach, reach
from knobel.solve.turn import Turn, lay_open


@dataclass(frozen=True, eq=False)
class ReachJudge:
    """Rates by the chance of a score; what others do makes no difference to that."""

    card: Card
    score: int
    """The score that is wished for."""
    objective = "reach"
    _turns: tray.Memory[Turn] = field(default_factory=tray.Memory)
    _books: tray.Memory[Reach] = field(default_factory=tray.Memory)

    def rate(self, game: AnyGame, state: Any, seat: int) -> Mapping[Any, float]:
        """The chance of the score after each move."""
        return tray.rate(self, game, state, seat)

    def value(self, game: AnyGame, state: Any, seat: int) -> float:
        """The chance of the score."""
        return tray.value(self, game, state, seat)

    def exact(self, game: AnyGame, state: Any, seat: int) -> bool:
        """Ratings are exact."""
        return True

    def turn(self, game: AnyGame, state: State, seat: int) -> Turn:
        """The turn on this sheet."""
        sheet, known = state.sheets[seat], rules(self.card)
        return self._turns.get(sheet, lambda: lay_open(known.lattice, self._writings(sheet).max(axis=1), known.throws))

    def endings(self, game: AnyGame, state: State, seat: int) -> Mapping[Any, float]:
        """The chance of the score after writing the dice into each open box."""
        sheet = state.sheets[seat]
        chances = self._writings(sheet)[tray.roll_number(self.turn(game, state, seat), state.tray)]
        return {Write(self.card.boxes[box].key): float(chances[box]) for box in open_boxes(sheet)}

    def resting(self, game: AnyGame, state: State, seat: int) -> float:
        """The chance of the score before a turn."""
        sheet = state.sheets[seat]
        book = self._book(sheet)
        return book.chance(open_boxes(sheet), upper(self.card, sheet), min(self._need(sheet), book.need))

    def _need(self, sheet: Sheet) -> int:
        """The points that are still needed."""
        return self.score - points(self.card, sheet)

    def _writings(self, sheet: Sheet) -> np.ndarray[Any, np.dtype[np.float64]]:
        book = self._book(sheet)
        return book.writings(open_boxes(sheet), upper(self.card, sheet), min(self._need(sheet), book.need))

    def _book(self, sheet: Sheet) -> Reach:
        """The chances of all that can follow on this sheet."""
        boxes, total, need = tuple(open_boxes(sheet)), upper(self.card, sheet), self._need(sheet)
        return self._books.get((boxes, total, need), lambda: reach(self.card, boxes, total, need))


def reach_judge(game: AnyGame, score: int) -> ReachJudge:
    """The judge of a score in a game that can be played for one."""
    if not isinstance(game, Scorecard) or game.card.chips:
        raise BadSetup(f"{game.key} cannot be played for at least so many points; classic and hexhex can")
    return ReachJudge(game.card, score)
