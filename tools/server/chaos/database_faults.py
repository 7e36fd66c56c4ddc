"""Databases that turn read-only, full, slow or frozen for a while, and then are as before."""

import asyncio
import resource
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from importlib import import_module
from random import Random
from typing import Any

import asyncpg

from tools.server.chaos.killer import work
from tools.server.postgres import Postgres
from tools.server.worker import Worker

Fault = Callable[[], AbstractAsyncContextManager[None]]
"""A database is ill within this context."""
_SECONDS = (0.2, 2.0)
"""How long a database is ill."""
_SMALL = 4096
"""The size beyond which no file may be written."""

_FULL = """
CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON log EXECUTE FUNCTION full_disk()
"""


class PostgresFaults:
    """What may happen to a PostgreSQL."""

    def __init__(self, database: Postgres) -> None:
        self._database = database
        self.all: dict[str, Fault] = {
            "read-only": self.read_only,
            "full": self.full,
            "slow": self.slow,
            "frozen": self.frozen,
        }

    @asynccontextmanager
    async def read_only(self) -> AsyncIterator[None]:
        """Every new transaction may only read, as on a standby."""
        await self._run("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()")
        yield
        await self._run("ALTER SYSTEM RESET default_transaction_read_only", "SELECT pg_reload_conf()")

    @asynccontextmanager
    async def full(self) -> AsyncIterator[None]:
        """Every new row is refused, with the error of a full disk."""
        await self._run(_FULL)
        yield
        await self._run("DROP FUNCTION full_disk CASCADE")

    @asynccontextmanager
    async def slow(self) -> AsyncIterator[None]:
        """Whoever writes waits for somebody who holds the log."""
        connection = await asyncpg.connect(self._database.url)
        try:
            async with connection.transaction():
                await connection.execute("LOCK TABLE log IN EXCLUSIVE MODE")
                yield
        finally:
            await connection.close()

    @asynccontextmanager
    async def frozen(self) -> AsyncIterator[None]:
        """It accepts connections, and answers nothing."""
        main: Any = import_module("psutil").Process(self._database.pid)
        main.suspend()
        children = main.children(recursive=True)
        for child in children:
            child.suspend()
        yield
        for process in (*children, main):
            process.resume()

    async def _run(self, *statements: str) -> None:
        connection = await asyncpg.connect(self._database.url)
        try:
            # It may be read-only at the moment.
            await connection.execute("SET default_transaction_read_only = off")
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()


class SqliteFaults:
    """What may happen to an SQLite file that a worker uses."""

    def __init__(self, worker: Worker) -> None:
        self._file, self._worker = worker.url.removeprefix("sqlite:///"), worker
        self.all: dict[str, Fault] = {"slow": self.slow, "refusing": self.refusing, "frozen": self.frozen}

    @asynccontextmanager
    async def slow(self) -> AsyncIterator[None]:
        """Another program writes for a while."""
        with closing(sqlite3.connect(self._file, isolation_level=None, timeout=60, check_same_thread=False)) as other:
            await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")

    @asynccontextmanager
    async def refusing(self) -> AsyncIterator[None]:
        """The system lets no file of the worker grow, in the middle of whatever is written, as with a quota."""
        process = self._worker.serving()[0]
        _, most = process.rlimit(resource.RLIMIT_FSIZE)
        process.rlimit(resource.RLIMIT_FSIZE, (_SMALL, most))
        yield
        process.rlimit(resource.RLIMIT_FSIZE, (most, most))

    @asynccontextmanager
    async def frozen(self) -> AsyncIterator[None]:
        """The worker stands still, and its file with it."""
        process = self._worker.serving()[0]
        process.suspend()
        yield
        process.resume()


async def trouble(
    faults: Mapping[str, Fault], workers: list[Worker], times: int, random: Random, done: Callable[[str], None]
) -> list[str]:
    """Let the database be ill in every way, this many times each; what was wrong afterwards."""
    wrong = []
    for name in [name for name in faults for _ in range(times)]:
        await work(lambda: sum(worker.done for worker in workers), random)
        async with faults[name]():
            await asyncio.sleep(random.uniform(*_SECONDS))
        away = [worker.name for worker in workers if not await worker.until(200)]
        wrong += [f"{worker} did not come back after the database was {name}" for worker in away]
        done(name)
    return wrong
