"""Scores entered without dice: a witness, dice that would give the score, is entered and undone with it."""

from knobel.core.entry import Undo
from knobel.core.game import Fell, Moved
from knobel.games.holding.tray import Keep
from knobel.tables.correct import witness_of
from knobel.tables.log import LogEntry
from knobel.tables.table import Table


def enter_score(table: Table, seat: int, command: str, at: int, key: str | None, asked: str | None) -> LogEntry:
    """Enter a score: a witness throw, and the moves that write it."""
    # Anybody may enter for the seat whose turn it is.
    playing = seat if seat in table.waiting else next(iter(table.waiting), seat)
    first, *others = witness_of(table.game, table.record.state, playing, command)
    logged = table.enter(first, seat, at, key=key, asked=asked)
    for event in others:
        table.enter(event, seat, at)
    return logged


def drop_witness(table: Table, seat: int, at: int) -> None:
    """Undo the throws that only explained a score, after that was undone."""
    while _witnessed(table, 1):
        _undo_last(table, seat, at)
        if _witnessed(table, 2) and _held(table):
            _undo_last(table, seat, at)


def _undo_last(table: Table, seat: int, at: int) -> None:
    table.enter(Undo(table.record.standing[-1][0]), seat, at)


def _witnessed(table: Table, back: int) -> bool:
    """Whether the standing entry so many from the end is a witness throw."""
    standing = table.record.standing
    event = standing[-back][1] if len(standing) >= back else None
    return isinstance(event, Fell) and event.witnessed


def _held(table: Table) -> bool:
    """Whether the last standing entry is a move that held dice."""
    event = table.record.standing[-1][1]
    return isinstance(event, Moved) and isinstance(event.move, Keep)
