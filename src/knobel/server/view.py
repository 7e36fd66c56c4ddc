"""What people at a table get to see. The secret of the dice is in none of it before the game is over."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from knobel.core.game import AnyGame, Over, Throw
from knobel.core.record import Record
from knobel.scene import look
from knobel.scene.model import as_json
from knobel.server.acts import ROLL
from knobel.server.errors import NotReady
from knobel.server.opening import links
from knobel.server.sitting import may_watch
from knobel.server.table import Seat, Table


def view(table: Table, key: str) -> dict[str, Any]:
    """The whole table for one who sits there, or watches."""
    mine = may_watch(table, key)
    setup, ask, record = table.setup, table.ask, table.record
    tickets = links(table, key)
    held = {holder.seat for holder in table.holders}
    return {
        "table": setup.table,
        "game": setup.game,
        "options": dict(setup.options),
        "undo": setup.undo,
        "dice": table.dice_line(),
        "seal": setup.seal,
        "coach": setup.coach,
        "clock": setup.clock,
        "deadline": table.deadline,
        "seq": table.seq,
        "you": list(mine),
        "watching": not mine,
        "seats": [_seat(other, number in held) for number, other in enumerate(table.seats)],
        "started": table.started,
        "over": table.over,
        "scene": _drawn(table.game, record.state),
        "entries": table.lines(),
        "moves": {str(seat): moves for seat in mine if (moves := _moves(table, seat))},
        "ask": {"seat": ask.seat, "number": ask.number, "agreed": sorted(ask.agreed)} if ask else None,
        "next": table.next,
        "past": [{"table": past.table, "scores": list(past.scores)} for past in table.past],
        "links": {"invite": tickets[0], "watch": tickets[1]} if tickets else None,
    }


@lru_cache(maxsize=64)
def _drawn(game: AnyGame, state: Any) -> dict[str, Any]:
    """The scene, drawn once for all who look at the same moment."""
    return as_json(look(game, state))


def summary(table: Table, seats: Sequence[int], updated: int) -> dict[str, Any]:
    """A table in the list of somebody who has these seats there."""
    pending = table.pending
    return {
        "table": table.setup.table,
        "game": table.setup.game,
        "options": dict(table.setup.options),
        "names": list(table.names),
        "mine": list(seats),
        "started": table.started,
        "over": table.over,
        "waiting": table.started and any(seat in seats for seat in table.waiting),
        "scores": list(table.game.scores(table.record.state)),
        "places": list(pending.places) if isinstance(pending, Over) else None,
        "dice": table.dice_line().partition(" ")[0],
        "updated": updated,
        "next": table.next,
    }


def record_text(table: Table) -> str:
    """The record so far."""
    if table.setup.secret and not table.started:
        raise NotReady("there is no record yet; it begins when all seats are taken")
    entries = table.record.text().removeprefix(table.record.header())
    return Record(table.game, table.names, table.dice_line()).header() + entries


def _moves(table: Table, seat: int) -> list[str]:
    """What a seat may do now."""
    if not (table.started and seat in table.waiting and table.seats[seat].present):
        return []
    if isinstance(table.pending, Throw):
        return [] if table.setup.own_dice else [ROLL]
    return [str(move) for move in table.game.moves(table.record.state, seat)]


def _seat(seat: Seat, held: bool) -> dict[str, Any]:
    return {
        "name": seat.name,
        "nonce": seat.nonce,
        "person": seat.person,
        "away": seat.away,
        "bot": seat.level,
        "kept": held and not seat.nonce,
    }
