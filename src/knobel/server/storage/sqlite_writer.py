"""The writer of SQLite: one thread, and a transaction for all that waits for it."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Insert
from sqlalchemy.dialects.sqlite import dialect
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError

from knobel.server.storage.write_queue import WriteQueue

T = TypeVar("T")
Write = Callable[[Connection], Any]


class SqliteWriter:
    """Writes what is in the queue together."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="knobel-sqlite")
        self._queue: WriteQueue[Write] = WriteQueue(self._in_thread)

    async def write(self, write: Callable[[Connection], T]) -> T:
        """Write something, all of it or nothing; the answer comes when it is on the disk."""
        written: T = await self._queue.write(write)
        return written

    async def add(self, statement: Insert, many: Sequence[Mapping[str, object]]) -> None:
        """Run a statement with each of these, all or nothing, without SQLAlchemy: it would take longer than SQLite."""
        text, names = _compiled(statement)
        rows = [[values[name] for name in names] for values in many]

        def write(connection: Connection) -> None:
            with _driver_errors():
                _driver(connection).executemany(text, rows)

        await self._queue.write(write)

    async def close(self) -> None:
        """Stop when all of the queue is written."""
        await self._queue.close()
        await asyncio.to_thread(self._thread.shutdown)
        self.engine.dispose()

    async def _in_thread(self, batch: Sequence[Write]) -> list[Any]:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, batch)

    def _commit(self, batch: Sequence[Write]) -> list[Any]:
        """Write all in one transaction; what collides with the log is left out of it, and nothing else is."""
        outcomes: list[Any] = []
        with self.engine.begin() as connection, _driver_errors():
            cursor = _driver(connection)
            for write in batch:
                cursor.execute("SAVEPOINT one")
                try:
                    outcomes.append(write(connection))
                except IntegrityError as error:
                    cursor.execute("ROLLBACK TO one")
                    outcomes.append(error)
                cursor.execute("RELEASE one")
        return outcomes


def _driver(connection: Connection) -> sqlite3.Cursor:
    """A cursor of the driver itself."""
    cursor: sqlite3.Cursor = connection.connection.cursor()  # type: ignore[assignment]
    return cursor


@contextmanager
def _driver_errors() -> Iterator[None]:
    """Errors of the driver become those that SQLAlchemy would raise."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise IntegrityError(None, None, error) from error
    except sqlite3.OperationalError as error:
        raise OperationalError(None, None, error) from error
    except sqlite3.Error as error:
        raise DatabaseError(None, None, error) from error


@cache
def _compiled(statement: Insert) -> tuple[str, Sequence[str]]:
    """A statement as SQLite reads it, and the names of its parameters in their order."""
    compiled: Any = statement.compile(dialect=dialect())
    return str(compiled), tuple(compiled.positiontup)
