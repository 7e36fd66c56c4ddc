"""The store: brought up to date by any number of workers, refused addresses, a log that collides as it should."""

import asyncio
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event, text

from knobel.core.errors import BadSetup
from knobel.server.storage.database import address
from knobel.server.storage.errors import BadDatabase
from knobel.server.storage.schema import METADATA
from knobel.server.storage.store import Changes
from knobel.tables.errors import Busy
from knobel.tables.keys import SeatKey, new_table
from knobel.tables.log import LogEntry
from knobel.tables.setup import Opening
from tests.server.service import Service
from tests.tables.people import two

pytestmark = pytest.mark.asyncio


def differences(connection: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection), METADATA))


async def test_the_migrations_make_the_tables_of_the_schema(service: Service) -> None:
    async with service.store.database.reader.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_many_workers_may_start_at_once_on_a_fresh_database(tmp_path: Path, postgres: str) -> None:
    for url in (f"sqlite:///{tmp_path / 'fresh.db'}", await fresh(postgres)):
        workers = [Service(url) for _ in range(5)]
        await asyncio.gather(*(worker.start() for worker in workers))
        _, anna, _ = await two(workers[0])
        assert (await workers[4].view(anna.table, anna.token))["started"]
        for worker in workers:
            await worker.close()


async def fresh(postgres: str) -> str:
    """An empty database of its own."""
    service = Service(postgres)
    async with service.store.database.reader.connect() as connection:
        autonomous = await connection.execution_options(isolation_level="AUTOCOMMIT")
        await autonomous.execute(text("DROP DATABASE IF EXISTS fresh"))
        await autonomous.execute(text("CREATE DATABASE fresh"))
    await service.close()
    return postgres.replace("/postgres?", "/fresh?")


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
async def test_sqlite_reads_beside_a_writer_and_keeps_what_it_has_answered(service: Service) -> None:
    async with service.store.database.reader.connect() as connection:
        found = [
            (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert found == ["wal", 2, 1]


async def test_what_belongs_together_is_written_together_or_not_at_all(service: Service) -> None:
    opened, _, _ = await two(service)
    seq = (await service.view(opened.table, opened.watch))["seq"]
    again = Opening(await service.store.setup(opened.table), 0, ())
    _, holders = await service.store.read(opened.table, seq)
    rows = [LogEntry(seq + 1, "leave", "", 0, 0)]
    changes = Changes(opened.table, rows, [SeatKey(0, "x")], [holders[0]], again)
    assert not await service.store.append(changes)
    assert await service.store.read(opened.table, seq) == ([], holders)


async def test_a_key_stands_once_in_the_log_of_a_table(service: Service) -> None:
    opened, _, _ = await two(service)
    seq = (await service.view(opened.table, opened.watch))["seq"]
    rows = [LogEntry(seq + 1 + number, "leave", "", 0, 0, "key") for number in range(2)]
    assert await service.store.append(Changes(opened.table, rows[:1]))
    assert not await service.store.append(Changes(opened.table, rows[1:]))


async def test_however_long_a_log_is_it_is_written_by_the_same_few_statements(service: Service) -> None:
    """With a statement for each entry, a long import held the writer of SQLite for half a second on a busy worker."""
    database = service.store.database
    engine = database.writer.sync_engine if database.postgres else database.sqlite_writer.engine
    statements: list[tuple[str, bool]] = []

    def count(_: object, __: object, statement: str, ___: object, ____: object, many: bool) -> None:
        statements.append((statement, many))

    opened, _, _ = await two(service)
    setup = await service.store.setup(opened.table)
    written = []
    event.listen(engine, "before_cursor_execute", count)
    try:
        for length in (1, 1_000):
            statements.clear()
            log = [LogEntry(n + 1, "name", f'Änne "{n}" \\ 🎲', n % 3 or None, 2**40 + n) for n in range(length)]
            log[0] = replace(log[0], key="key", request="{1}")
            fresh = replace(setup, table=new_table())
            assert await service.store.open(Opening(fresh, 0, log))
            assert (await service.store.read(fresh.table))[0] == log
            written.append(list(statements))
    finally:
        event.remove(engine, "before_cursor_execute", count)
    assert written[0] == written[1]
    assert not any(many for _, many in written[1])


@pytest.mark.parametrize("url", ["", "knobel.db", "mysql://host/name", "sqlite://", "sqlite:///:memory:"])
async def test_an_address_that_is_none_is_refused_with_a_sentence(url: str) -> None:
    with pytest.raises(BadSetup, match=r"sqlite"):
        address(url)


@pytest.mark.parametrize(
    ("url", "error"),
    # A PostgreSQL may come back; a folder that is not there is for somebody to put right.
    [("sqlite:////nowhere/at/all.db", BadDatabase), ("postgresql://nobody@127.0.0.1:1/none", Busy)],
)
async def test_a_database_that_cannot_be_reached_is_told(url: str, error: type[Exception]) -> None:
    before = set(threading.enumerate())
    service = Service(url)
    with pytest.raises(error, match="cannot be"):
        await service.start()
    await service.close()
    # A connection to SQLite that failed tells its loop that its thread ends; the loop has to be there.
    for one in set(threading.enumerate()) - before:
        if "_connection_worker_thread" in one.name:
            await asyncio.to_thread(one.join)
