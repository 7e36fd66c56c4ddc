"""What people at a table get to see. The secret of the dice is in none of it before the game is over."""

from typing import Any

from knobel.core.game import Over
from knobel.core.record import Record
from knobel.scene import look
from knobel.scene.model import as_json
from knobel.server.errors import NotReady
from knobel.server.table import Seat, Table


def view(table: Table, seat: int | None) -> dict[str, Any]:
    """The whole table for one who sits there, or watches."""
    setup, ask, pending = table.setup, table.ask, table.pending
    return {
        "table": setup.table,
        "game": setup.game,
        "options": dict(setup.options),
        "undo": setup.undo,
        "dice": table.dice_line(),
        "seal": setup.seal,
        "seq": table.seq,
        "you": seat,
        "seats": [_seat(other) for other in table.seats],
        "started": table.started,
        "over": isinstance(pending, Over),
        "scene": as_json(look(table.game, table.record.state)),
        "standing": [number for number, _ in table.record.standing],
        "moves": [str(move) for move in table.game.moves(table.record.state, seat)] if _waits(table, seat) else [],
        "ask": {"seat": ask.seat, "number": ask.number, "agreed": sorted(ask.agreed)} if ask else None,
        "next": table.next,
    }


def record_text(table: Table) -> str:
    """The record so far."""
    if table.setup.secret and not table.started:
        raise NotReady("there is no record yet; it begins when all seats are taken")
    entries = table.record.text().removeprefix(table.record.header())
    return Record(table.game, table.names, table.dice_line()).header() + entries


def _waits(table: Table, seat: int | None) -> bool:
    return seat is not None and table.started and table.seats[seat].present


def _seat(seat: Seat) -> dict[str, Any]:
    return {
        "name": seat.name,
        "nonce": seat.nonce,
        "person": seat.person,
        "away": seat.away,
        "bot": seat.level,
    }
