"""Databases for tests that count or copy everything in one: each has its own."""

import asyncio
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from uuid import uuid4

from sqlalchemy import text

from knobel.server.storage.database import Database
from knobel.server.storage.schema import METADATA
from knobel.server.storage.store import Store


def new_sqlite(folder: Path) -> str:
    """The address of a file that is not there yet."""
    return f"sqlite:///{folder / uuid4().hex}.db"


def prepared_sqlite(folder: Path) -> str:
    """The address of a file that a server has prepared: migrating one takes as long as several requests."""
    file = folder / "knobel.db"
    if not file.exists():
        file.write_bytes(_prepared())
    return f"sqlite:///{file}"


@cache
def _prepared() -> bytes:
    """What the migrations make."""

    async def prepare(url: str) -> None:
        store = Store(url)
        await store.start()
        await store.close()

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:
        # In a thread, because the first who asks may do so in an event loop.
        thread.submit(asyncio.run, prepare(url := new_sqlite(Path(folder)))).result()
        return Path(url.removeprefix("sqlite:///")).read_bytes()


_FREE: list[str] = []
"""Databases that nobody uses any more: to empty one is quicker than to make one, and to throw many away takes long."""


async def new_postgres(postgres: str) -> str:
    """The address of an empty database on this PostgreSQL."""
    free = [url for url in _FREE if url.partition("?")[2] == postgres.partition("?")[2]]
    if free:
        _FREE.remove(free[0])
        await _run(free[0], "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
        return free[0]
    name = f"own_{uuid4().hex}"
    await _run(postgres, f"CREATE DATABASE {name}")
    return postgres.replace("/postgres?", f"/{name}?")


async def empty(url: str) -> None:
    """Delete all rows of a database."""
    database = Database(url)
    async with database.writer.begin() as connection:
        for table in reversed(METADATA.sorted_tables):
            await connection.execute(table.delete())
    await database.close()


def give_back(urls: Iterable[str]) -> None:
    """Nobody uses these any more."""
    _FREE.extend(url for url in urls if url.startswith("postgresql"))


async def _run(url: str, *statements: str) -> None:
    database = Database(url)
    async with database.reader.connect() as connection:
        autonomous = await connection.execution_options(isolation_level="AUTOCOMMIT")
        for statement in statements:
            await autonomous.execute(text(statement))
    await database.close()


async def logs(url: str) -> dict[str, object]:
    """Everything that the store tells of every table."""
    store = Store(url)
    found: dict[str, object] = {}
    async for name in store.names():
        rows, holders = await store.read(name)
        found[name] = (await store.setup(name), rows, frozenset(holders))
    await store.close()
    return found
