"""Opening tables."""

from fastapi import APIRouter

from knobel.server.http.errors import refusals
from knobel.server.http.models.asked import ImportRecord, OpenTable
from knobel.server.http.models.told import OpenedTable
from knobel.server.http.parts import OPENING, Tables
from knobel.server.http.person import Anybody
from knobel.server.opening import Opened, Place, Wish

router = APIRouter(tags=["tables"], prefix="/api", dependencies=OPENING)


@router.post(
    "/tables",
    status_code=201,
    operation_id="openTable",
    responses=refusals("no_key", "key_used", "bad_setup", "unknown_game", "no_space", posted=True),
)
async def open_table(asked: OpenTable, key: Anybody, tables: Tables) -> OpenedTable:
    """Open a table; the same `key` again opens no second one."""
    places = tuple(Place(seat.kind, seat.name, seat.level or "") for seat in asked.seats)
    wish = Wish(
        game=asked.game,
        places=places,
        options=asked.options,
        undo=asked.undo,
        dice=asked.dice,
        coach=asked.coach,
        clock=asked.clock,
    )
    return _told(await tables.open(wish, key, asked.key))


@router.post(
    "/import",
    status_code=201,
    operation_id="importRecord",
    responses=refusals("no_key", "key_used", "bad_record", "bad_setup", "unknown_game", "no_space", posted=True),
)
async def import_record(asked: ImportRecord, key: Anybody, tables: Tables) -> OpenedTable:
    """Open a table with the game of a record: to play on, or to review it."""
    return _told(await tables.import_record(asked.record, key, asked.key))


def _told(opened: Opened) -> OpenedTable:
    return OpenedTable(
        table=opened.table, seats=list(opened.seats), invite=opened.invite, watch=opened.watch, seal=opened.seal
    )
