"""The turn that a throw or a move belongs to."""

from collections.abc import Hashable
from typing import Any

from knobel.core.errors import NotProvided
from knobel.core.game import AnyGame
from knobel.games.spec import spec


def turn_of(game: AnyGame, state: Any) -> Hashable | None:
    """The turn that the next throw belongs to, by `turn_key`; None in games where each seat's moves are counted."""
    try:
        turn: Hashable = spec(game).rules.turn_key(state)
    except NotProvided:
        return None
    return turn
