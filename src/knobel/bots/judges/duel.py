"""The judge of a scorecard for two: the chance to win, a draw counting half, when both play perfectly."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from knobel.bots.judges import tray
from knobel.bots.judges.scorecard import open_boxes
from knobel.core.game import AnyGame
from knobel.games.scorecard import State, Write, points
from knobel.solve.duel_book import DuelBook
from knobel.solve.turn import Turn, lay_open


@dataclass(frozen=True, eq=False)
class DuelJudge:
    """Rates by the chance to win; both sheets, and both players' dice, make a difference to that."""

    book: DuelBook
    objective = "win"
    _turns: tray.Memory[Turn] = field(default_factory=tray.Memory)

    def rate(self, game: AnyGame, state: Any, seat: int) -> Mapping[Any, float]:
        """The chance to win after each move."""
        return tray.rate(self, game, state, seat)

    def value(self, game: AnyGame, state: Any, seat: int) -> float:
        """The chance to win."""
        mover = state.seat
        chance = tray.value(self, game, state, mover)
        return chance if seat == mover else 1 - chance

    def exact(self, game: AnyGame, state: Any, seat: int) -> bool:
        """Ratings are exact."""
        return self.book.exact

    def turn(self, game: AnyGame, state: State, seat: int) -> Turn:
        """The turn of the seat that moves."""
        place = self._place(state, seat)
        rules = self.book.duel.rules
        return self._turns.get(
            place, lambda: lay_open(rules.lattice, self.book.writings(*place).max(axis=1), rules.throws)
        )

    def endings(self, game: AnyGame, state: State, seat: int) -> Mapping[Any, float]:
        """The chance to win after writing the dice into each open box."""
        roll = tray.roll_number(self.turn(game, state, seat), state.tray)
        chances = self.book.writings(*self._place(state, seat))[roll]
        boxes = self.book.duel.rules.card.boxes
        return {Write(boxes[box].key): float(chances[box]) for box in open_boxes(state.sheets[seat])}

    def resting(self, game: AnyGame, state: State, seat: int) -> float:
        """The chance to win before one's turn, or when all is written."""
        return self.book.chance(*self._place(state, seat))

    def _place(self, state: State, seat: int) -> tuple[int, int, int]:
        """The open boxes of both, as bits, and the lead."""
        card = self.book.duel.rules.card
        mine, theirs = state.sheets[seat], state.sheets[1 - seat]
        bits = [sum(1 << box for box in open_boxes(sheet)) for sheet in (mine, theirs)]
        return bits[0], bits[1], points(card, mine) - points(card, theirs)
