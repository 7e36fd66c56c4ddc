"""A write queue with group commit: writes that arrive while one is in progress are committed together."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Generic, TypeVar

W = TypeVar("W")


class WriteQueue(Generic[W]):
    """Group commit: one batch is written at a time, and every waiting caller gets the result of its part."""

    def __init__(self, commit: Callable[[Sequence[W]], Awaitable[Sequence[Any]]]) -> None:
        self._commit = commit
        """Writes a batch; an outcome for each, which may be an error."""
        self._queue: list[tuple[W, asyncio.Future[Any]]] = []
        self._task: asyncio.Task[None] | None = None

    async def write(self, write: W) -> Any:
        """Write something, all of it or nothing; the answer comes when it is on the disk."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._queue.append((write, future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        return await future

    async def close(self) -> None:
        """Wait until all of the queue is written."""
        if self._task:
            await self._task

    async def _run(self) -> None:
        while self._queue:
            batch, self._queue = self._queue, []
            try:
                outcomes = await self._commit([write for write, _ in batch])
            except Exception as error:  # noqa: BLE001 - all who wait are told, whatever it is
                outcomes = [error] * len(batch)
            tell(batch, outcomes)


def tell(batch: Sequence[tuple[Any, asyncio.Future[Any]]], outcomes: Sequence[Any]) -> None:
    """Tell all who wait for a batch what came of their part."""
    for (_, future), outcome in zip(batch, outcomes, strict=True):
        if future.done():
            # The caller was cancelled; it is written all the same.
            continue
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
