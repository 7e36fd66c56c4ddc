"""A full disk: a clear error, nothing lost, and reading goes on."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest
from sqlalchemy import event, text

from knobel.server.storage.sqlite_writer import SqliteWriter
from knobel.tables.errors import NoSpace
from tests.patience import PATIENCE
from tests.server.service import Service
from tests.tables.people import Ticket, moves_in, say, sit, standing, wish

pytestmark = pytest.mark.asyncio

RAISE = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$
"""


@asynccontextmanager
async def full_disk(service: Service, when: str = "INSERT ON log") -> AsyncIterator[None]:
    """No room for anything more: SQLite may not take another page, PostgreSQL says what it says on a full disk."""
    database = service.store.database
    if not database.postgres:
        with no_page_more(database.sqlite_writer):
            yield
        return
    async with database.writer.begin() as connection:
        await connection.execute(text(RAISE))
        await connection.execute(text(f"CREATE TRIGGER full_disk BEFORE {when} EXECUTE FUNCTION full_disk()"))
    try:
        yield
    finally:
        async with database.writer.begin() as connection:
            await connection.execute(text("DROP FUNCTION full_disk CASCADE"))


@contextmanager
def no_page_more(writer: SqliteWriter) -> Iterator[None]:
    """SQLite keeps to the size that its file has."""

    def limit(connection: Any, *_: object) -> None:
        connection.execute("PRAGMA max_page_count = 1")

    def lift(connection: Any, *_: object) -> None:
        connection.execute("PRAGMA max_page_count = 1073741823")

    event.listen(writer.engine, "checkout", limit)
    writer._drop()
    try:
        yield
    finally:
        event.remove(writer.engine, "checkout", limit)
        event.listen(writer.engine, "checkout", lift)
        writer._drop()


async def write_until_full(service: Service, anna: Ticket) -> None:
    """Throw again and again, and take it back."""
    while True:
        await say(service, anna, "keep 1")
        await say(service, anna, f"undo {standing(await service.view(anna.table, anna.token))[1]}")


async def test_a_full_disk_is_told_and_reading_goes_on(service: Service) -> None:
    _, (anna,) = await sit(service, wish("classic", 1), "Anna")
    async with full_disk(service), asyncio.timeout(PATIENCE):
        with pytest.raises(NoSpace, match="disk is full"):
            await write_until_full(service, anna)
        told = await service.view(anna.table, anna.token)
        assert len(await service.events(anna.table, anna.token)) == told["seq"]
    move = moves_in(told)[-1]
    assert await say(service, anna, move) == told["seq"] + 1
