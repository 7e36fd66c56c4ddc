"""A single-threaded executor for work on long records, which may take seconds and must not block the event loop."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


class SerialExecutor:
    """Runs one function at a time in a thread, without blocking the event loop."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="knobel-serial")

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """Run a function in the thread, after everything that was queued before."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)

    async def close(self) -> None:
        """Stop after the running function."""
        await asyncio.to_thread(self._thread.shutdown, cancel_futures=True)
