"""PostgreSQL through asyncpg: a fast path for single statements, and NOTIFY between workers."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import cache, partial
from typing import Any, Protocol

import asyncpg
from sqlalchemy import Insert, Select
from sqlalchemy.dialects.postgresql.asyncpg import dialect
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, IntegrityError

from knobel.server.storage import notices
from knobel.server.storage.database import ANSWER_SECONDS, CONNECT_SECONDS
from knobel.server.storage.notices import CHANNEL
from knobel.server.storage.write_queue import WriteQueue
from knobel.tables.log import LogEntry

Addition = tuple[Sequence[Sequence[Any]], str]
"""Rows to insert together, and the notice for the other workers."""
_MOST_CONNECTIONS = 10
"""The size of a worker's connection pool for single statements."""
APPLICATION = "knobel notifier"
"""The application name of a notifier's connection, as PostgreSQL lists it."""
MESSAGES = "knobel_aside"
"""The channel for messages that are not about log entries, such as presence."""
_NOTIFY = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload"
_RECONNECT = 2.0
"""Seconds before a lost connection is opened again."""
_LIVING = "SELECT pid FROM pg_stat_activity WHERE pid = ANY($1::int[])"
_LIVING_INTERVAL = 5.0
"""Seconds between checks whether the other known workers are still connected."""


class PostgresFast:
    """Runs single statements, each in its own transaction, in half the time that SQLAlchemy takes."""

    def __init__(self, url: URL) -> None:
        self._address = _driver_address(url)
        self._pool: Any = None
        self._opening = asyncio.Lock()
        self._queues: dict[str, WriteQueue[Addition]] = {}
        """Write queues, by INSERT statement."""
        self._write_connection: Any = None
        """The connection of the write queues; one batch is written at a time."""

    async def fetch(self, statement: Select[Any], values: Mapping[str, Any]) -> Sequence[Sequence[Any]]:
        """Run a SELECT."""
        query, names, fixed = _compiled(statement)
        # To wait for a connection, to open one and to run the statement each takes as long at most, and all together.
        async with asyncio.timeout(ANSWER_SECONDS), self._connection() as connection:
            rows: Sequence[Sequence[Any]] = await connection.fetch(query, *_ordered(names, {**fixed, **values}))
            return rows

    async def add(self, statement: Insert, rows: Sequence[Sequence[Any]], notice: str) -> None:
        """Insert rows, each with all columns in order, all or nothing, and notify the other workers."""
        sql = _insert_sql(statement)
        if sql not in self._queues:
            self._queues[sql] = WriteQueue(partial(self._commit, sql))
        # A batch that is being written is waited for first.
        async with asyncio.timeout(ANSWER_SECONDS):
            await self._queues[sql].write((rows, notice))

    async def close(self) -> None:
        """Close all connections."""
        for queue in self._queues.values():
            await queue.close()
        if self._write_connection:
            self._write_connection.terminate()
        if self._pool:
            await self._pool.close()

    async def _commit(self, sql: str, batch: Sequence[Addition]) -> list[Any]:
        """Write a batch in one transaction; after a conflict, each part in its own."""
        columns = zip(*[row for rows, _ in batch for row in rows], strict=True)
        try:
            with _driver_errors():
                if self._write_connection is None or self._write_connection.is_closed():
                    self._write_connection = await asyncpg.connect(
                        self._address, timeout=CONNECT_SECONDS, command_timeout=ANSWER_SECONDS
                    )
                await self._write_connection.execute(sql, *columns, CHANNEL, [notice for _, notice in batch])
        except IntegrityError as error:
            alone = len(batch) == 1
            return [error] if alone else [(await self._commit(sql, [addition]))[0] for addition in batch]
        except BaseException:
            # The state of the connection is unknown.
            if self._write_connection:
                self._write_connection.terminate()
            raise
        return [None] * len(batch)

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        """A connection of the pool."""
        with _driver_errors():
            async with self._opening:
                # No reset: single statements leave no session state behind.
                self._pool = self._pool or await asyncpg.create_pool(
                    self._address,
                    min_size=0,
                    max_size=_MOST_CONNECTIONS,
                    reset=_no_reset,
                    timeout=CONNECT_SECONDS,
                    command_timeout=ANSWER_SECONDS,
                )
            async with self._pool.acquire() as connection:
                try:
                    yield connection
                except (TimeoutError, asyncio.CancelledError):
                    # The pool would wait until a silent server has cancelled the statement.
                    connection.terminate()
                    raise


@contextmanager
def _driver_errors() -> Iterator[None]:
    """Translate errors of the driver to those of SQLAlchemy."""
    try:
        yield
    except asyncpg.IntegrityConstraintViolationError as error:
        raise IntegrityError(None, None, error) from error
    except asyncpg.PostgresError as error:
        raise DBAPIError(None, None, error) from error
    except (asyncpg.InterfaceError, asyncpg.InternalClientError) as error:
        raise ConnectionError(str(error)) from error


class WorkerMessages(Protocol):
    """Messages between workers, which are not stored.

    A worker is identified by the process id of its connection in PostgreSQL.
    """

    @property
    def workers(self) -> Collection[int]:
        """The other workers that have sent messages."""
        ...

    def greet(self) -> str:
        """The first message to send."""
        ...

    def messages(self) -> list[str]:
        """The messages not sent yet."""
        ...

    def receive(self, worker: int, message: str) -> None:
        """Handle a message of another worker."""
        ...

    def forget(self, worker: int) -> None:
        """Remove a worker that has ended."""
        ...


class PostgresNotifier:
    """Listens to NOTIFY of the other workers: new log entries, deleted tables, and messages.

    It has a connection of its own. A lost notification is harmless, because workers poll as well.
    """

    def __init__(
        self,
        url: URL,
        origin: str,
        concerns: Callable[[str], bool],
        on_change: Callable[[str, Sequence[LogEntry]], None],
        on_connect: Callable[[], Awaitable[None]],
        messages: WorkerMessages,
    ) -> None:
        self._address, self._origin = _driver_address(url), origin
        self._messages = messages
        self._concerns, self._on_change, self._on_connect = concerns, on_change, on_connect
        self._gone: set[str] = set()
        """Deleted tables of which the other workers are not notified yet."""
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._checked_at = 0.0
        self.ready = asyncio.Event()
        """Set while the notifier listens."""

    def start(self) -> None:
        """Start listening."""
        self._task = asyncio.create_task(self._run())

    def erased(self, table: str) -> None:
        """Notify all other workers that a table was deleted."""
        self._gone.add(table)
        self._woken.set()

    def wake(self) -> None:
        """Wake the notifier because there are messages to send."""
        self._woken.set()

    async def close(self) -> None:
        """Stop listening."""
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            try:
                await self._serve()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError):
                # The connection was lost; InternalClientError is raised if that happened during a query.
                self.ready.clear()
                await asyncio.sleep(_RECONNECT)

    async def _serve(self) -> None:
        """Send and listen until the connection is lost."""
        connection = await asyncpg.connect(
            self._address,
            timeout=CONNECT_SECONDS,
            command_timeout=ANSWER_SECONDS,
            server_settings={"application_name": APPLICATION},
        )
        try:
            connection.add_termination_listener(lambda _: self._woken.set())
            own = connection.get_server_pid()

            def receive_notice(_: object, _process: int, _channel: str, payload: object) -> None:
                # A listener receives the notifications of its own worker, too.
                if news := notices.read(str(payload), self._origin, self._concerns):
                    self._on_change(*news)

            def receive_message(_: object, process: int, _channel: str, payload: object) -> None:
                if process != own:
                    self._messages.receive(process, str(payload))

            await connection.add_listener(MESSAGES, receive_message)
            await connection.execute(_NOTIFY, MESSAGES, [self._messages.greet()])
            await connection.add_listener(CHANNEL, receive_notice)
            self.ready.set()
            # Notifications sent while nobody listened are lost, so everything is polled once.
            await self._on_connect()
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(_LIVING_INTERVAL):
                        await self._woken.wait()
                self._woken.clear()
                if connection.is_closed():
                    raise ConnectionError
                await self._send(connection)
        finally:
            connection.terminate()

    async def _send(self, connection: Any) -> None:
        """Send pending notifications and messages, and remove workers that are no longer connected."""
        if self._gone:
            gone, self._gone = self._gone, set()
            await connection.execute(_NOTIFY, CHANNEL, [notices.encode(self._origin, (table, ())) for table in gone])
        if messages := self._messages.messages():
            await connection.execute(_NOTIFY, MESSAGES, messages)
        loop = asyncio.get_running_loop()
        if self._messages.workers and loop.time() > self._checked_at + _LIVING_INTERVAL:
            self._checked_at = loop.time()
            workers = list(self._messages.workers)
            living = {row["pid"] for row in await connection.fetch(_LIVING, workers)}
            for worker in workers:
                if worker not in living:
                    self._messages.forget(worker)


def _driver_address(url: URL) -> str:
    """The URL in the form that asyncpg takes."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


async def _no_reset(_: object) -> None:
    """Skip the reset of a connection."""


def _ordered(names: Sequence[str], values: Mapping[str, Any]) -> list[Any]:
    return [values[name] for name in names]


@cache
def _compiled(statement: Select[Any]) -> tuple[str, Sequence[str], Mapping[str, Any]]:
    """The SQL of a statement, the names of its parameters in order, and the values of fixed ones."""
    compiled: Any = statement.compile(dialect=dialect())
    return str(compiled), tuple(compiled.positiontup), dict(compiled.params)


@cache
def _insert_sql(statement: Insert) -> str:
    """The SQL that inserts columns of values and notifies."""
    columns = list(statement.table.columns)
    kinds = ["text" if column.type.python_type is str else "bigint" for column in columns]
    names = ", ".join(f'"{column.name}"' for column in columns)
    values = ", ".join(f"${at}::{kind}[]" for at, kind in enumerate(kinds, 1))
    # All names are those of our own schema.
    inserting = f'INSERT INTO "{statement.table.name}" ({names}) SELECT * FROM unnest({values})'  # noqa: S608
    channel, notice_texts = f"${len(columns) + 1}", f"${len(columns) + 2}::text[]"
    notifying = f"SELECT pg_notify({channel}, notice) FROM unnest({notice_texts}) AS notice"  # noqa: S608
    return f"WITH added AS ({inserting}) {notifying}"
