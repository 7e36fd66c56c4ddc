"""A write queue for SQLite: one thread writes; what waits in the queue is committed together."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError

T = TypeVar("T")
Write = Callable[[Connection], Any]


class SqliteWriter:
    """Group commit: waiting for the disk takes longest, so as many writes as possible share one transaction."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="knobel-sqlite")
        self._queue: list[tuple[Write, asyncio.Future[Any]]] = []
        self._task: asyncio.Task[None] | None = None

    async def write(self, write: Callable[[Connection], T]) -> T:
        """Write something, all of it or nothing; the answer comes when it is on the disk."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.append((write, future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        return await future

    async def close(self) -> None:
        """Stop when all of the queue is written."""
        if self._task:
            await self._task
        await asyncio.to_thread(self._thread.shutdown)
        self.engine.dispose()

    async def _run(self) -> None:
        while self._queue:
            batch, self._queue = self._queue, []
            loop = asyncio.get_running_loop()
            try:
                outcomes = await loop.run_in_executor(self._thread, self._commit, [write for write, _ in batch])
            except Exception as error:  # noqa: BLE001 - all who wait are told, whatever it is
                outcomes = [error] * len(batch)
            for (_, future), outcome in zip(batch, outcomes, strict=True):
                if future.done():
                    # The caller was cancelled; it is written all the same.
                    continue
                if isinstance(outcome, Exception):
                    future.set_exception(outcome)
                else:
                    future.set_result(outcome)

    def _commit(self, batch: Sequence[Write]) -> list[Any]:
        """Write all in one transaction; what collides with the log is left out of it, and nothing else is."""
        outcomes: list[Any] = []
        with self.engine.begin() as connection:
            for write in batch:
                connection.exec_driver_sql("SAVEPOINT one")
                try:
                    outcomes.append(write(connection))
                except IntegrityError as error:
                    connection.exec_driver_sql("ROLLBACK TO one")
                    outcomes.append(error)
                connection.exec_driver_sql("RELEASE one")
        return outcomes
