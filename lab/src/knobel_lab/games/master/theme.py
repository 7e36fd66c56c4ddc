"""What puzzles of Master are about."""

from typing import Any

from knobel.games.master.rules.actions import actions
from knobel.games.master.rules.game import Master, State


def theme(game: Master, state: State, seat: int, moves: tuple[Any, Any]) -> str | None:
    """The race where one of the moves wins extra coin steps by being ahead of others."""
    alone = dict(actions(state.boards[seat], state.tray.faces, game.coins))
    raced = game.results(state, seat)
    return "race" if any(move in raced and raced[move] != alone[move] for move in moves) else None
