"""The line: the shortest way to PostgreSQL, for what is asked and written all the time."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

import asyncpg
from sqlalchemy import Insert, Select
from sqlalchemy.dialects.postgresql.asyncpg import dialect
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, IntegrityError

Statement = Select[Any] | Insert
_MOST = 10
"""How many connections a worker has for this."""
_PATIENCE = 30.0
"""Seconds to wait for one of them."""


class Line:
    """Runs single statements, each in a transaction of its own; half of what SQLAlchemy would take is saved."""

    def __init__(self, url: URL) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._pool: Any = None
        self._opening = asyncio.Lock()

    async def fetch(self, statement: Statement, values: Mapping[str, Any]) -> Sequence[Sequence[Any]]:
        """The rows that a statement finds."""
        text, names, usual = _written(statement)
        async with self._connection() as connection:
            found: Sequence[Sequence[Any]] = await connection.fetch(text, *_ordered(names, {**usual, **values}))
            return found

    async def add(self, statement: Statement, many: Sequence[Mapping[str, Any]]) -> None:
        """Run a statement with each of these, all or nothing."""
        text, names, _ = _written(statement)
        async with self._connection() as connection:
            await connection.executemany(text, [_ordered(names, values) for values in many])

    async def close(self) -> None:
        """Let go of all connections."""
        if self._pool:
            await self._pool.close()

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        """A connection; its errors become those that SQLAlchemy would raise."""
        try:
            async with self._opening:
                # No state is left behind that would have to be reset.
                self._pool = self._pool or await asyncpg.create_pool(
                    self._address, min_size=0, max_size=_MOST, reset=_nothing
                )
            async with self._pool.acquire(timeout=_PATIENCE) as connection:
                yield connection
        except asyncpg.IntegrityConstraintViolationError as error:
            raise IntegrityError(None, None, error) from error
        except asyncpg.PostgresError as error:
            raise DBAPIError(None, None, error) from error
        except asyncpg.InterfaceError as error:
            raise ConnectionError(str(error)) from error


async def _nothing(_: object) -> None:
    """Leave a connection as it is."""


def _ordered(names: Sequence[str], values: Mapping[str, Any]) -> list[Any]:
    return [values[name] for name in names]


@cache
def _written(statement: Statement) -> tuple[str, Sequence[str], Mapping[str, Any]]:
    """A statement as PostgreSQL reads it, the names of its parameters in their order, and those that are fixed."""
    compiled: Any = statement.compile(dialect=dialect())
    return str(compiled), tuple(compiled.positiontup), dict(compiled.params)
