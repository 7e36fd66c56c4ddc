"""Requests about a player key: its tables, the export of its data, and deleting it."""

from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import Any

from knobel.app.application import App
from knobel.app.routing import Call
from knobel.scene.model import compact
from knobel.tables.errors import NoTable
from knobel.tables.keys import check_key
from knobel.tables.seats import seats_of
from knobel.tables.table import Table
from knobel.tables.view import record_text, summary


async def my_tables(app: App, call: Call) -> dict[str, Any]:
    """One's own tables, the last active first."""
    if not call.key:
        return {"tables": []}
    key, query = check_key(call.key), call.query
    tables = [
        summary(table, seats_of(table, key), at) async for table, at in _mine(app, key, query.limit, query.before)
    ]
    return {"tables": tables}


async def export_me(app: App, call: Call) -> AsyncIterator[bytes]:
    """Everything that is stored about this key."""
    key = check_key(call.key)
    handed_in = await app.results.of_key(key)

    async def parts() -> AsyncIterator[bytes]:
        """The export, one table at a time: encoding all of it at once would hold up others."""
        before = '{"tables":['
        async for table, at in _mine(app, key):
            values = await app.jobs.briefly(exported, table, seats_of(table, key), at)
            yield f"{before}{compact(values)}".encode()
            before = ","
        yield f"{'' if before == ',' else before}],{compact(handed_in)[1:]}".encode()

    return parts()


async def forget_me(app: App, call: Call) -> None:
    """Delete a key: give up its seats, remove its names, and delete its results and tables where nobody else sits."""
    await app.tables.erase(check_key(call.key))


async def _mine(
    app: App, key: str, limit: int | None = None, before: int | None = None
) -> AsyncIterator[tuple[Table, int]]:
    """The tables of a key with the time of their last entry, newest first."""
    for name, updated in await app.tables.of_key(key, limit, before):
        # It may have been deleted since.
        with suppress(NoTable):
            yield await app.tables.load(name, key), updated


def exported(table: Table, mine: Sequence[int], updated: int) -> dict[str, Any]:
    """A table with its record, for the export of somebody with these seats."""
    text = record_text(table) if table.started or not table.setup.secret else None
    return {**summary(table, mine, updated), "record": text}
