"""Scores entered without dice: dice that would give the score are inferred, entered and undone with it."""

from typing import Any

from knobel.core.entry import Undo
from knobel.core.game import Event, Fell, Moved, holds
from knobel.games.spec import spec
from knobel.tables.log import LogEntry
from knobel.tables.table import Table

ENTER = "enter "
"""The beginning of a command that enters a score without its dice: `enter full_house: 25`."""


def inferred_events(game: Any, state: Any, seat: int, command: str) -> tuple[Event, ...]:
    """The events that enter a score without its dice, as `enter PLACE: VALUE` or `enter PLACE: VALUE with MARK`."""
    place, _, rest = command.removeprefix(ENTER).partition(": ")
    value, _, mark = rest.partition(" with ")
    return tuple(spec(game).pad.infer(game, state, seat, place, value, mark))


def enter_score(table: Table, seat: int, command: str, at: int, key: str | None, request: str | None) -> LogEntry:
    """Enter a score: an inferred throw, and the moves that write it."""
    # Anybody may enter for the seat whose turn it is.
    playing = seat if seat in table.waiting else next(iter(table.waiting), seat)
    first, *others = inferred_events(table.game, table.record.state, playing, command)
    logged = table.enter(first, seat, at, key=key, request=request)
    for event in others:
        table.enter(event, seat, at)
    return logged


def drop_inferred_dice(table: Table, seat: int, at: int) -> None:
    """Undo the throws that only explained a score, after that was undone."""
    while _is_inferred(table, 1):
        _undo_last(table, seat, at)
        if _is_inferred(table, 2) and _held(table):
            _undo_last(table, seat, at)


def _undo_last(table: Table, seat: int, at: int) -> None:
    table.enter(Undo(table.record.standing[-1][0]), seat, at)


def _is_inferred(table: Table, back: int) -> bool:
    """Whether the standing entry so many from the end is an inferred throw."""
    standing = table.record.standing
    event = standing[-back][1] if len(standing) >= back else None
    return isinstance(event, Fell) and event.inferred


def _held(table: Table) -> bool:
    """Whether the last standing entry is a move that held dice."""
    event = table.record.standing[-1][1]
    return isinstance(event, Moved) and holds(event.move) is not None
