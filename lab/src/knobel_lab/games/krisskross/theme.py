"""What puzzles of Kriss Kross are about."""

from typing import Any

from knobel.games.krisskross.rules import KrissKross
from knobel.scene import choices


def theme(game: KrissKross, state: Any, seat: int, moves: tuple[Any, Any]) -> str | None:
    """Shape where the best move brings no more at once than the natural one."""
    worths = {choice.move: choice.worth or 0 for choice in choices(game, state, seat)}
    best, natural = (worths[str(move)] for move in moves)
    return "shape" if best <= natural else None
