"""A write queue with group commit: writes that arrive while one is in progress are committed together."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Generic, TypeVar

W = TypeVar("W")


class WriteQueue(Generic[W]):
    """Group commit: one batch is written at a time, and every caller gets the result of its own write."""

    def __init__(self, commit: Callable[[Sequence[W]], Awaitable[Sequence[Any]]]) -> None:
        self._commit = commit
        """Commits a batch and returns a result for each write, which may be an exception."""
        self._queue: list[tuple[W, asyncio.Future[Any]]] = []
        self._task: asyncio.Task[None] | None = None

    async def write(self, write: W) -> Any:
        """Queue a write; it returns after the commit."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._queue.append((write, future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        return await future

    async def close(self) -> None:
        """Wait until all queued writes are committed."""
        if self._task:
            await self._task

    async def _run(self) -> None:
        while self._queue:
            batch, self._queue = self._queue, []
            try:
                outcomes = await self._commit([write for write, _ in batch])
            except Exception as error:  # noqa: BLE001 - all who wait get it, whatever it is
                outcomes = [error] * len(batch)
            resolve(batch, outcomes)


def resolve(batch: Sequence[tuple[Any, asyncio.Future[Any]]], outcomes: Sequence[Any]) -> None:
    """Set the futures of a batch to the results of their writes."""
    for (_, future), outcome in zip(batch, outcomes, strict=True):
        if future.done():
            # The caller was cancelled; its write is committed all the same.
            continue
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
