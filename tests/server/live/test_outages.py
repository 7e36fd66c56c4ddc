"""What a service says of a database that is frozen, read-only, full or damaged; and what is there afterwards."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event, text
from tools.server.postgres import Postgres

from knobel.server.live import readiness
from knobel.server.live.readiness import Readiness
from knobel.server.storage import database as database_module
from knobel.server.storage import postgres as postgres_module
from knobel.server.storage.database import Database
from knobel.tables.errors import Busy, NoSpace
from tests.patience import PATIENCE
from tests.server.service import Service
from tests.server.storage.test_full_disk import full_disk
from tests.tables.people import say, sit, wish

pytestmark = pytest.mark.asyncio


@pytest.fixture
def url_of_file(tmp_path: Path) -> str:
    """The address of a file."""
    return f"sqlite:///{tmp_path / 'knobel.db'}"


@pytest.fixture
def _asked_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """`/readyz` tries each time."""
    monkeypatch.setattr(readiness, "FRESH", 0.0)


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on nobody waits long for an answer."""
    for module in (database_module, postgres_module):
        monkeypatch.setattr(module, "ANSWER_SECONDS", 0.5)
        monkeypatch.setattr(module, "CONNECT_SECONDS", 0.5)


async def until_answered(ask: Callable[[], Awaitable[object]]) -> None:
    """Ask until the service is no longer busy."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                await ask()
            except Busy:
                await asyncio.sleep(0.05)
            else:
                return


@contextmanager
def frozen(postgres: Postgres) -> Iterator[None]:
    """Stop all processes of a PostgreSQL for a while; the first is stopped before the others, so it starts no more."""
    psutil: Any = import_module("psutil")
    first = psutil.Process(postgres.pid)
    first.suspend()
    stopped = [first]
    try:
        for process in first.children(recursive=True):
            with suppress(psutil.NoSuchProcess):
                process.suspend()
                stopped.append(process)
        yield
    finally:
        for process in stopped:
            process.resume()


@pytest.mark.usefixtures("_asked_each_time")
async def test_a_postgresql_that_answers_nothing_is_not_waited_for_forever(
    own_postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    await own_postgres.start()
    patient = Service(own_postgres.url)
    await patient.start()
    _, (anna,) = await sit(patient, wish("classic", 1), "Anna")
    seen = (await patient.view(anna.table, anna.token))["seq"]
    await patient.close()
    hurry(monkeypatch)
    service = Service(own_postgres.url)
    await service.start_when_possible()
    # Both ways to the database are open before it freezes.
    await until_answered(service.ready)
    await until_answered(lambda: service.view(anna.table, anna.token))
    with frozen(own_postgres):
        async with asyncio.timeout(PATIENCE):
            for ask in (
                service.ready(),
                service.view(anna.table, anna.token),
                service.player_data.tables(anna.token),
                service.ticket(anna.table, anna.token),
            ):
                with pytest.raises(Busy):
                    await ask
    await until_answered(service.ready)
    await until_answered(lambda: say(service, anna, "roll", "first-throw", seen))
    await service.close()


async def test_however_many_wait_for_a_table_of_a_silent_postgresql_all_wait_once(
    own_postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each waited for all before, and then for the database: the tenth for a hundred seconds."""
    await own_postgres.start()
    service = Service(own_postgres.url)
    await service.start_when_possible()
    _, (anna,) = await sit(service, wish("classic", 1), "Anna")
    hurry(monkeypatch)
    await until_answered(service.ready)
    service.cache.evict()
    many = 60
    with frozen(own_postgres):
        began = time.monotonic()
        async with asyncio.timeout(PATIENCE):
            looking = [service.view(anna.table, anna.token) for _ in range(many)]
            outcomes = await asyncio.gather(*looking, return_exceptions=True)
        assert time.monotonic() - began < many * database_module.ANSWER_SECONDS
    assert all(isinstance(outcome, Busy) for outcome in outcomes)
    await until_answered(lambda: service.view(anna.table, anna.token))
    await service.close()


@pytest.mark.usefixtures("_asked_each_time")
async def test_a_postgresql_that_became_read_only_is_not_ready_and_reads_go_on(own_postgres: Postgres) -> None:
    await own_postgres.start()
    service = Service(own_postgres.url)
    await service.start()
    _, (anna,) = await sit(service, wish("classic", 1), "Anna")
    await service.ready()
    await set_read_only(own_postgres.url, "on")
    # Connections that were ended are replaced.
    with suppress(Busy):
        await service.player_data.tables(anna.token)
    with pytest.raises(Busy):
        await service.ready()
    with pytest.raises(Busy):
        await say(service, anna, "roll")
    assert (await service.view(anna.table, anna.token))["you"] == [0]
    await set_read_only(own_postgres.url, "off")
    await until_answered(service.ready)
    await say(service, anna, "roll")
    await service.close()


async def set_read_only(url: str, value: str) -> None:
    """Allow nobody to write, or all again; whoever was connected has been cut off afterwards."""
    database = Database(url)
    async with database.reader.connect() as connection:
        alone = await connection.execution_options(isolation_level="AUTOCOMMIT")
        await alone.execute(text(f"ALTER SYSTEM SET default_transaction_read_only = {value}"))
        await alone.execute(text("SELECT pg_reload_conf()"))
        await alone.execute(
            text("SELECT pg_terminate_backend(pid, :wait) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"),
            {"wait": 1000 * PATIENCE},
        )
    await database.close()


@pytest.mark.usefixtures("_asked_each_time")
@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
async def test_a_postgresql_without_room_is_not_ready(service: Service) -> None:
    await service.ready()
    async with full_disk(service, "UPDATE ON alembic_version"):
        with pytest.raises(NoSpace):
            await service.ready()
    await service.ready()


@pytest.mark.usefixtures("_asked_each_time")
async def test_a_file_that_became_read_only_is_not_ready_and_reads_go_on(url_of_file: str) -> None:
    service = Service(url_of_file)
    await service.start()
    _, (anna,) = await sit(service, wish("classic", 1), "Anna")
    await service.ready()
    engine = service.store.database.sqlite_writer.engine
    with read_only(engine):
        with pytest.raises(Busy):
            await service.ready()
        with pytest.raises(Busy):
            await say(service, anna, "roll")
        assert (await service.view(anna.table, anna.token))["you"] == [0]
    await service.ready()
    await say(service, anna, "roll")
    await service.close()


@contextmanager
def read_only(engine: Engine) -> Iterator[None]:
    """SQLite refuses to write, as it does on a disk that was made read-only."""

    mode = "ON"

    def refuse(connection: Any, *_: object) -> None:
        connection.execute(f"PRAGMA query_only = {mode}")

    event.listen(engine, "checkout", refuse)
    yield
    mode = "OFF"


async def test_however_often_readyz_is_asked_the_disk_is_written_once_a_second() -> None:
    written: list[float] = []

    async def write() -> None:
        written.append(time.monotonic())

    asked = Readiness(write)
    asked.started()
    begun = time.monotonic()
    await asyncio.gather(*(asked.check() for _ in range(100)))
    assert len(written) <= 1 + (time.monotonic() - begun) / readiness.FRESH


async def test_a_file_that_is_damaged_while_it_is_used_is_503(url_of_file: str) -> None:
    service = Service(url_of_file)
    await service.start()
    _, (anna,) = await sit(service, wish("classic", 1), "Anna")
    await service.close()
    file = Path(url_of_file.removeprefix("sqlite:///"))
    torn = Service(url_of_file)
    await torn.start()
    pages = bytearray(file.read_bytes())
    pages[4096:] = os.urandom(len(pages) - 4096)
    file.write_bytes(pages)
    with pytest.raises(Busy):
        await torn.view(anna.table, anna.token)
    with pytest.raises(Busy):
        await torn.ready()
    await torn.close()
