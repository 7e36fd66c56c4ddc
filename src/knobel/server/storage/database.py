"""The database of a server: SQLite in a file, or PostgreSQL; connections, migrations and errors."""

import asyncio
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Insert, Select, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from knobel.core.errors import BadSetup, KnobelError, with_technical_text
from knobel.scene.text import text_error
from knobel.server.storage import notices
from knobel.server.storage.errors import BadDatabase
from knobel.server.storage.notices import News
from knobel.server.storage.sqlite_file import make_private
from knobel.server.storage.sqlite_writer import SqliteWriter
from knobel.tables.errors import Busy, NoSpace, Silent

T = TypeVar("T")

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
_LOCK = 0x6B6E6F62656C
"""The number of PostgreSQL's advisory lock for migrations."""
_TEMPORARY = ("08", "25006", "40", "53", "57", "58", "XX")
"""Prefixes of PostgreSQL's codes of temporary errors.

Connection, read-only, rolled back, no resources, stopped or started, its machine, its own faults.
"""
_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
ANSWER_SECONDS = 8.0
"""Seconds to wait for an answer of PostgreSQL; SQLAlchemy then takes two more to give up the connection."""
CONNECT_SECONDS = 5.0
_CHECK_WRITING = text("UPDATE alembic_version SET version_num = version_num")
"""Changes nothing, but has to be written to the disk."""
_BUSY_TIMEOUT = 10_000
"""Milliseconds that a writer of SQLite waits for another."""


def address(url: str) -> URL:
    """The URL of a database, with the driver that we use for it."""
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise text_error(BadSetup, "cli.database.address") from error
    kind = parsed.get_backend_name()
    if kind not in DRIVERS:
        raise text_error(BadSetup, "cli.database.kind", driver=kind)
    if kind == "postgresql" and find_spec("asyncpg") is None:
        raise text_error(BadSetup, "cli.database.driver")
    if kind == "sqlite" and parsed.database in {None, "", ":memory:"}:
        raise text_error(BadSetup, "cli.database.no_file")
    return parsed.set(drivername=DRIVERS[kind])


@contextmanager
def database_errors() -> Iterator[None]:
    """Translate errors of the driver: a full disk to NoSpace, a temporary error to Busy, which can be retried."""
    try:
        yield
    except (DBAPIError, PoolTimeout, OSError) as error:
        if _is_full(error):
            full = NoSpace("the disk is full, so nothing more can be kept; who runs this server has to make room")
            raise with_technical_text(full, "no_space") from error
        if _is_temporary(error):
            raise silent() from error
        raise


def silent() -> Silent:
    """The error for a database that does not answer."""
    return with_technical_text(Silent("the database does not answer; send the same again in a moment"), "busy")


def _is_full(error: Exception) -> bool:
    """Whether the disk of the database is full."""
    cause = getattr(error, "orig", None)
    return getattr(cause, "sqlite_errorname", "") == "SQLITE_FULL" or _sqlstate(error) == "53100"


def _is_temporary(error: Exception) -> bool:
    """Whether an error is temporary: the database is unreachable, starting, stopping or overloaded."""
    lost = not isinstance(error, DBAPIError) or error.connection_invalidated
    temporary = isinstance(error, OperationalError | InterfaceError) or _sqlstate(error).startswith(_TEMPORARY)
    return lost or temporary or _is_damaged(error)


def _is_damaged(error: Exception) -> bool:
    """Whether the file is no SQLite database, or a damaged one."""
    return getattr(getattr(error, "orig", None), "sqlite_errorname", "").startswith(_DAMAGED)


def _sqlstate(error: Exception) -> str:
    """PostgreSQL's code (SQLSTATE) of an error."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) or ""


class Database:
    """One database: engines for reading and writing, and a fast path for frequent statements."""

    def __init__(self, url: str) -> None:
        self.url = address(url)
        self.origin = secrets.token_hex(4)
        """The id by which other workers recognise this one in notifications."""
        self.postgres = self.url.get_backend_name() == "postgresql"
        wait = {"connect_args": {"timeout": CONNECT_SECONDS}} if self.postgres else {}
        self.reader: AsyncEngine = create_async_engine(self.url, **wait)
        self.writer: AsyncEngine = self.reader.execution_options(writes=True)
        if self.postgres:
            # Imported here, since only PostgreSQL needs the driver.
            from knobel.server.storage.postgres import PostgresFast

            self._fast = PostgresFast(self.url)
            event.listen(self.reader.sync_engine, "checkout", _check)
        else:
            # In the event loop, since a lookup in SQLite is faster than a change of threads; only writes are slow.
            self._inline = create_engine(self.url.set(drivername="sqlite"), execution_options={"no_begin": True})
            self.sqlite_writer = SqliteWriter(
                create_engine(self.url.set(drivername="sqlite"), execution_options={"writes": True})
            )
            for engine in (self.reader.sync_engine, self._inline, self.sqlite_writer.engine):
                event.listen(engine, "do_connect", self._before_connect)
                event.listen(engine, "connect", _prepare)
                event.listen(engine, "begin", _begin)

    async def fetch(self, statement: Select[Any], **values: object) -> Sequence[Sequence[Any]]:
        """Run a frequent SELECT on the fast path."""
        with database_errors():
            if self.postgres:
                return await self._fast.fetch(statement, values)
            # The query blocks the event loop, so other tasks run first.
            await asyncio.sleep(0)
            with self._inline.connect() as connection:
                return connection.execute(statement, values).all()

    async def query(self, statement: Select[Any], **values: object) -> Sequence[Any]:
        """Run any SELECT, through SQLAlchemy."""
        with database_errors():
            async with asyncio.timeout(ANSWER_SECONDS), self.reader.connect() as connection:
                rows: Sequence[Any] = (await connection.execute(statement, values)).all()
                return rows

    async def add(self, statement: Insert, rows: Sequence[Sequence[object]], news: News) -> None:
        """Insert rows, each with all columns in order, all or nothing, and notify the other workers."""
        with database_errors():
            if self.postgres:
                await self._fast.add(statement, rows, notices.encode(self.origin, news))
            else:
                await self.sqlite_writer.add(statement, rows)

    def notify(self, connection: Connection, news: News) -> None:
        """Notify the other workers when this transaction is committed; with SQLite there are none."""
        if self.postgres:
            notices.send(connection, notices.encode(self.origin, news))

    async def write(self, write: Callable[[Connection], T], *, bulk: bool = False) -> T:
        """Run a function in a write transaction; in SQLite, `bulk` writes wait until no other write is queued."""
        with database_errors():
            if not self.postgres:
                return await self.sqlite_writer.write(write, bulk=bulk)
            async with asyncio.timeout(ANSWER_SECONDS), self.writer.begin() as connection:
                return await connection.run_sync(write)

    async def check_writing(self) -> None:
        """Check that the database can be written to, without changing anything."""
        async with asyncio.timeout(CONNECT_SECONDS):
            await self.write(lambda connection: connection.execute(_CHECK_WRITING))

    async def start(self, *, check: bool = False) -> None:
        """Migrate the schema to the newest revision; several workers may do this at once.

        With `check`, SQLite looks through the whole file for damage first.
        """
        for attempt in range(50):
            try:
                async with self.writer.begin() as connection:
                    if self.postgres:
                        await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
                    if check and not self.postgres:
                        await connection.run_sync(self._find_damage)
                    await connection.run_sync(_upgrade)
                return
            except (DBAPIError, OSError) as error:
                # Switching a fresh SQLite file to WAL does not wait for locks, so it is retried here; a PostgreSQL that
                # is starting says so.
                waits = "locked" in str(error) or _sqlstate(error) == "57P03"
                if waits and attempt < 49:
                    await asyncio.sleep(0.1)
                else:
                    raise self._cannot_start(error) from error

    def _cannot_start(self, error: Exception) -> KnobelError:
        """Why the database cannot be used: Busy if it is unreachable, else what the operator has to fix."""
        reason = str(getattr(error, "orig", None) or error)
        if not self.postgres:
            kind = "damaged" if _is_damaged(error) else "unusable"
            return text_error(BadDatabase, f"cli.database.{kind}", file=str(self.url.database), reason=reason)
        if _is_temporary(error):
            return Busy(f"the database cannot be reached: {reason}")
        return text_error(BadDatabase, "cli.database.refused", reason=reason)

    def _find_damage(self, connection: Connection) -> None:
        verdict = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        if verdict != "ok":
            reason = " ".join(str(verdict).split())
            raise text_error(BadDatabase, "cli.database.damaged", file=str(self.url.database), reason=reason)

    def _before_connect(self, *_: object) -> None:
        make_private(str(self.url.database))

    async def close(self) -> None:
        """Close all connections."""
        await self.reader.dispose()
        if self.postgres:
            await self._fast.close()
        else:
            await self.sqlite_writer.close()
            self._inline.dispose()


def _prepare(connection: Any, _: object) -> None:
    """Configure a connection to SQLite: WAL, a busy timeout, full synchronisation, foreign keys."""
    # We begin transactions ourselves; the driver would begin those that write too late.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (f"busy_timeout={_BUSY_TIMEOUT}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    """Begin a transaction; writers use BEGIN IMMEDIATE, since a read transaction cannot wait to become a writer."""
    options = connection.get_execution_options()
    if not options.get("no_begin"):
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writes") else "BEGIN")


def _check(connection: Any, *_: object) -> None:
    """Drop a connection that PostgreSQL has closed; pinging it each time would cost as much as a query."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError


def migrations(connection: Connection | None = None) -> Config:
    """The Alembic configuration for migrations, on this connection."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _upgrade(connection: Connection) -> None:
    """Run all pending migrations."""
    current, steps = revision(connection), revisions()
    if current and current not in steps:
        raise text_error(BadDatabase, "cli.database.newer", found=current)
    if current != steps[0]:
        command.upgrade(migrations(connection), "head")


def revision(connection: Connection) -> str | None:
    """The schema revision of a database; None if it is no database of ours."""
    return MigrationContext.configure(connection).get_current_revision()


@cache
def revisions() -> tuple[str, ...]:
    """All schema revisions, newest first; cached, because Alembic compiles every migration to tell them."""
    script = ScriptDirectory.from_config(migrations())
    return tuple(step.revision for step in script.walk_revisions())


async def check_known(database: Database) -> bool:
    """Refuse a database that is not ours, without changing it; whether its schema is the newest."""
    file = Path(database.url.database or "")
    if not database.postgres and not file.is_file():
        raise text_error(BadSetup, "cli.database.missing", file=str(file))
    if not database.postgres and not file.stat().st_size:
        # SQLite would turn an empty file into a database.
        raise text_error(BadSetup, "cli.database.empty", file=str(file))
    with database_errors():
        try:
            async with database.reader.connect() as connection:
                current = await connection.run_sync(revision)
        except DBAPIError as error:
            if _is_damaged(error) or not _is_temporary(error):
                raise text_error(BadSetup, "cli.database.foreign", reason=str(error.orig)) from error
            raise
    if current is None:
        raise text_error(BadSetup, "cli.database.other")
    steps = revisions()
    if current not in steps:
        raise text_error(BadDatabase, "cli.database.newer", found=current)
    return current == steps[0]


async def check_current(database: Database) -> None:
    """Refuse a database that is not ours, or whose schema is outdated."""
    if not await check_known(database):
        raise text_error(BadSetup, "cli.database.older")
