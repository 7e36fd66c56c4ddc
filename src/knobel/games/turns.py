"""Turns as engines see them: the one that a throw or a move belongs to, and where one ends."""

from collections.abc import Hashable
from typing import Any

from knobel.core.errors import NotProvided
from knobel.core.game import AnyGame, Event, Moved, holds
from knobel.games.spec import spec


def turn_of(game: AnyGame, state: Any) -> Hashable | None:
    """The turn that the next throw belongs to, by `turn_key`; None in games where each seat's moves are counted."""
    try:
        return spec(game).rules.turn_key(state)
    except NotProvided:
        return None


def ends_turn(game: AnyGame, state: Any, event: Event) -> bool:
    """Whether an event in this state ends the turn of its seat; if the game does not say, a move that holds no dice."""
    try:
        return spec(game).rules.ends_turn(state, event)
    except NotProvided:
        return isinstance(event, Moved) and holds(event.move) is None
