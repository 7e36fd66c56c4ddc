"""The pool: work that takes long is done outside the event loop, a few at a time, and not for those who have gone."""

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from typing import Any, TypeVar

from knobel.server.errors import Busy

T = TypeVar("T")

MOST_WAITING = 200
"""So many wait at most; whoever comes then is told to come again."""
PATIENCE = 60.0
"""Seconds after which nobody waits for an answer any more."""


def threads(count: int = 2) -> Executor:
    """Workers in this process: quick to start; they share its one interpreter with the event loop."""
    return ThreadPoolExecutor(count, thread_name_prefix="knobel-pool")


def processes(count: int) -> Executor:
    """Workers of their own, which disturb nobody; they take some memory, and a second to start."""
    return ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_go_with_the_parent)


def _go_with_the_parent() -> None:
    """End when the server ends, also when it is killed and cannot say so."""
    # Ctrl+C goes to all processes of a terminal; the server says when these end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


class Pool:
    """Workers that are made when they are first needed, and made anew if they are lost."""

    def __init__(self, make: Callable[[], Executor] = threads) -> None:
        self._make = make
        self._executor: Executor | None = None
        self.waiting = 0
        """How many wait for an answer now."""

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """The result of a piece of work. Whoever is cancelled while waiting in line leaves nothing to be done."""
        if self.waiting >= MOST_WAITING:
            raise Busy("too many ask for advice at once; try again in a moment")
        self.waiting += 1
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._run(work, *args)
        except TimeoutError as error:
            raise Busy("the advice takes too long; try again in a moment") from error
        except BrokenExecutor as error:
            raise Busy("whoever was thinking is gone; try again") from error
        finally:
            self.waiting -= 1

    async def _run(self, work: Callable[..., T], *args: Any) -> T:
        self._executor = executor = self._executor or self._make()
        try:
            return await asyncio.get_running_loop().run_in_executor(executor, work, *args)
        except BrokenExecutor:
            if self._executor is executor:
                self._executor = None
            raise

    async def close(self) -> None:
        """Let the workers go; what is not begun is not begun any more."""
        if self._executor:
            await asyncio.to_thread(self._executor.shutdown, cancel_futures=True)
            self._executor = None
