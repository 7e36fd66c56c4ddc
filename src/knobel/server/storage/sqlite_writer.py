"""The SQLite writer: one thread that commits all queued writes in one transaction, and bulk writes one by one."""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Insert
from sqlalchemy.dialects.sqlite import dialect
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError

from knobel.server.storage.write_queue import resolve

T = TypeVar("T")
Write = Callable[[Connection], Any]


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows to insert, with the SQL of the statement."""

    text: str
    values: Sequence[Sequence[object]]


_QueuedWrite = tuple[Write | Rows, asyncio.Future[Any]]
"""A queued write, and the future of its caller."""


class SqliteWriter:
    """Group commit: writes that wait while one is in progress are committed together, and each gets its result.

    Bulk writes, as of a long log, are committed one at a time, each after the others that wait: nobody who makes a move
    waits for more than one of them, and each has its turn.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._queue: SimpleQueue[tuple[_QueuedWrite, bool] | None] = SimpleQueue()
        """Queued writes, and whether each is a bulk write; None closes the writer."""
        self._thread: Thread | None = None
        self._connection: Any = None
        """A raw connection for inserting rows, for which SQLAlchemy would take longer than SQLite."""

    async def write(self, write: Callable[[Connection], T], *, bulk: bool = False) -> T:
        """Run a function in a write transaction; it returns after the commit."""
        written: T = await self._written(write, bulk=bulk)
        return written

    async def add(self, statement: Insert, rows: Sequence[Sequence[object]]) -> None:
        """Insert rows, each with all columns in order, all or nothing."""
        await self._written(Rows(_compiled(statement), rows))

    async def close(self) -> None:
        """Stop when all queued writes are committed."""
        if self._thread:
            self._queue.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None
        self._drop()
        self.engine.dispose()

    def _written(self, write: Write | Rows, *, bulk: bool = False) -> asyncio.Future[Any]:
        if self._thread is None:
            self._thread = Thread(target=self._run, name="knobel-sqlite", daemon=True)
            self._thread.start()
        future = asyncio.get_running_loop().create_future()
        self._queue.put(((write, future), bulk))
        return future

    def _run(self) -> None:
        """The thread: commit batch by batch, a bulk write after each, until the writer is closed and idle."""
        bulk: deque[_QueuedWrite] = deque()
        closed = False
        while bulk or not closed:
            batch: list[_QueuedWrite] = []
            with suppress(Empty):
                waiting = self._queue.get(block=not (bulk or closed))
                while waiting:
                    queued, is_bulk = waiting
                    (bulk if is_bulk else batch).append(queued)
                    waiting = self._queue.get_nowait()
                closed = True
            if batch:
                self._write(batch)
            if bulk:
                self._write([bulk.popleft()])

    def _write(self, batch: Sequence[_QueuedWrite]) -> None:
        """Commit a batch, and resolve the futures of its callers."""
        try:
            outcomes = self._commit([write for write, _ in batch])
        except Exception as error:  # noqa: BLE001 - all who wait get it, whatever it is
            outcomes = [error] * len(batch)
        with suppress(RuntimeError):
            # The event loop may be closed, with nobody waiting.
            batch[0][1].get_loop().call_soon_threadsafe(resolve, batch, outcomes)

    def _commit(self, batch: Sequence[Write | Rows]) -> list[Any]:
        """Write a batch in one transaction; a write that conflicts is rolled back alone."""
        with _driver_errors():
            rows = [one for one in batch if isinstance(one, Rows)]
            if len(rows) == len(batch):
                return self._commit_rows(rows)
            with self.engine.begin() as connection:
                cursor = connection.connection.cursor()
                return [
                    _in_savepoint(
                        cursor, partial(_add, cursor, one) if isinstance(one, Rows) else partial(one, connection)
                    )
                    for one in batch
                ]

    def _commit_rows(self, batch: Sequence[Rows]) -> list[Any]:
        """Write a batch of inserts, through the raw connection."""
        try:
            if self._connection is None:
                self._connection = self.engine.raw_connection()
            cursor = self._connection.cursor()
            cursor.execute("BEGIN IMMEDIATE")
            if len(batch) == 1:
                # A single write needs no savepoint.
                _add(cursor, batch[0])
                cursor.execute("COMMIT")
                return [None]
            outcomes = [_in_savepoint(cursor, partial(_add, cursor, rows)) for rows in batch]
            cursor.execute("COMMIT")
        except sqlite3.IntegrityError:
            cursor.execute("ROLLBACK")
            raise
        except BaseException:
            # What is left of the transaction is rolled back with its connection.
            self._drop()
            raise
        return outcomes

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection:
            connection.invalidate()


def _in_savepoint(cursor: Any, write: Callable[[], Any]) -> Any:
    """Run a write in a savepoint of its own: its result, or its conflict."""
    cursor.execute("SAVEPOINT one")
    try:
        with _driver_errors():
            outcome = write()
    except IntegrityError as error:
        cursor.execute("ROLLBACK TO one")
        outcome = error
    cursor.execute("RELEASE one")
    return outcome


def _add(cursor: Any, rows: Rows) -> None:
    cursor.executemany(rows.text, rows.values)


@contextmanager
def _driver_errors() -> Iterator[None]:
    """Translate errors of the driver to those of SQLAlchemy."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise IntegrityError(None, None, error) from error
    except sqlite3.OperationalError as error:
        raise OperationalError(None, None, error) from error
    except sqlite3.Error as error:
        raise DatabaseError(None, None, error) from error


@cache
def _compiled(statement: Insert) -> str:
    """The SQL of a statement for SQLite."""
    return str(statement.compile(dialect=dialect()))
