"""What puzzles on scorecards are about."""

from typing import Any

from knobel.games.scorecard.rules import THROWS, Scorecard, Write


def theme(game: Scorecard, state: Any, seat: int, moves: tuple[Any, Any]) -> str | None:
    """Chips where only one of the moves spends one, the bonus where only one writes a box that counts for it."""
    if game.card.chips and state.tray.throws == THROWS and sum(isinstance(move, Write) for move in moves) == 1:
        return "chips"
    bonus = game.card.bonus
    if bonus and all(isinstance(move, Write) for move in moves):
        upper = [box.key for box in game.card.boxes[: bonus.boxes]]
        counting = [move.box in upper for move in moves]
        return "bonus" if any(counting) and not all(counting) else None
    return None
