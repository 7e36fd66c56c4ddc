"""What puzzles of Kribbeln are about."""

from typing import Any

from knobel.games.kribbeln.rules.game import DODGE, Kribbeln


def theme(game: Kribbeln, state: Any, seat: int, moves: tuple[Any, Any]) -> str | None:
    """Dodging where one of the moves is a dodge."""
    return "dodge" if DODGE in moves else None
