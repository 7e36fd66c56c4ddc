"""Pools of workers, processes or threads, that do long jobs outside the event loop and share them out fairly."""

import asyncio
import os
import signal
import threading
import time
from asyncio import CancelledError, LifoQueue
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from typing import Any, Protocol, TypeVar

from knobel.tables.errors import Busy

T = TypeVar("T")

MOST_WAITING = 200
"""How many jobs wait at most; the next is refused as Busy."""
MOST_EACH = 8
"""How many of them, or under way, are of one who asks from outside."""
PATIENCE = 60.0
"""Seconds that a job waits in line before it is given up."""
LONGEST = 30.0
"""Seconds after which a job that runs is ended."""
NICENESS = 10
"""How far thinking gives way to answering where there are fewer processors than want to run: to a tenth of a share."""


class Asker(Protocol):
    """Somebody outside who wants a job done."""

    @property
    def who(self) -> str:
        """The identity by which jobs are counted, such as an address."""

    def charge(self, seconds: float) -> None:
        """Charge a job's processor time, in seconds, to whoever asked for it."""


def thread() -> Executor:
    """A thread as a worker: quick to start; it shares one interpreter with the event loop, and cannot be ended."""
    return ThreadPoolExecutor(1, thread_name_prefix="knobel-pool")


def process() -> Executor:
    """A process as a worker, which does not slow the event loop; it takes some memory, and a second to start."""
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_serve_parent)


def _serve_parent() -> None:
    """Lower the priority of this process, and exit with the server, even if that is killed without warning."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    # Ctrl+C goes to all processes of a terminal; the server says when these end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


class Worker:
    """A worker for one job at a time, started when it is first needed and restarted after it crashed or was ended."""

    def __init__(self, make: Callable[[], Executor]) -> None:
        self._make = make
        self._executor: Executor | None = None
        self._begun: Future[int] = Future()
        """The process that the executor has started, once it has."""
        self._process = 0

    async def run(self, work: Callable[..., T], *args: Any) -> tuple[T, float]:
        """The result of a job, and the processor time that it took; cancelling the caller ends the job."""
        executor = await self._start()
        try:
            job: Future[tuple[T, float]] = executor.submit(_timed, work, *args)
            async with asyncio.timeout(LONGEST):
                return await asyncio.wrap_future(job)
        except (CancelledError, TimeoutError, BrokenExecutor):
            self._end()
            raise

    async def _start(self) -> Executor:
        """The executor with its process; whoever is cancelled meanwhile leaves it to the next.

        Otherwise whoever hangs up again and again would have one process after the other started, all at once.
        """
        if self._executor is None:
            self._executor = self._make()
            self._begun = self._executor.submit(os.getpid)
        try:
            self._process = await asyncio.shield(asyncio.wrap_future(self._begun))
        except BrokenExecutor:
            self._end()
            raise
        return self._executor

    async def close(self) -> None:
        """Stop when the job that runs is done."""
        if self._executor:
            await asyncio.to_thread(self._executor.shutdown, cancel_futures=True)
            self._executor = None

    def _end(self) -> None:
        """End what runs; a thread can only be left to itself."""
        executor, self._executor = self._executor, None
        if executor:
            executor.shutdown(wait=False, cancel_futures=True)
        if self._process not in {0, os.getpid()}:
            # It may have ended by itself.
            with suppress(OSError):
                os.kill(self._process, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
        self._process = 0


class Pool:
    """A pool of workers: first come, first served, but only one job at a time for each client from outside."""

    def __init__(self, make: Callable[[], Executor] = thread, count: int = 2) -> None:
        # The worker that was free last is warm; the others need not be started until all are busy.
        self._workers = [Worker(make) for _ in range(count)]
        self._free: LifoQueue[Worker] = LifoQueue()
        for worker in self._workers:
            self._free.put_nowait(worker)
        self._each: Counter[str] = Counter()
        self._turns: dict[str, asyncio.Lock] = {}
        """Whoever asks for several things is in line with the first of them only."""
        self.apart = make is process
        """What the workers do does not slow the event loop."""
        self.waiting = 0
        """How many wait for an answer now."""

    async def run(self, work: Callable[..., T], *args: Any, asker: Asker | None = None) -> T:
        """The result of a job. If the caller is cancelled, the job is not begun, or ended."""
        if self.waiting >= MOST_WAITING:
            raise Busy("too many ask for advice at once; try again in a moment")
        self.waiting += 1
        try:
            async with asyncio.timeout(PATIENCE) as patience, self._turn(asker):
                worker = await self._free.get()
                patience.reschedule(None)
                return await self._run(worker, work, args, asker)
        except TimeoutError as error:
            raise Busy("the advice takes too long; try again in a moment") from error
        except BrokenExecutor as error:
            raise Busy("whoever was thinking is gone; try again") from error
        finally:
            self.waiting -= 1

    @asynccontextmanager
    async def _turn(self, asker: Asker | None) -> AsyncIterator[None]:
        """Wait until nothing else is done for the one who asks."""
        if asker is None:
            yield
            return
        who = asker.who
        if self._each[who] >= MOST_EACH:
            raise Busy(f"you wait for {MOST_EACH} answers already; ask again when you have them")
        self._each[who] += 1
        try:
            async with self._turns.setdefault(who, asyncio.Lock()):
                yield
        finally:
            self._each -= Counter([who])
            if not self._each[who]:
                del self._turns[who]

    async def _run(self, worker: Worker, work: Callable[..., T], args: tuple[Any, ...], asker: Asker | None) -> T:
        began, spent = time.monotonic(), None
        try:
            result, spent = await worker.run(work, *args)
            return result
        finally:
            self._free.put_nowait(worker)
            if asker:
                asker.charge(time.monotonic() - began if spent is None else spent)

    async def close(self) -> None:
        """Stop the workers; jobs that have not begun are dropped."""
        await asyncio.gather(*(worker.close() for worker in self._workers))


def _timed(work: Callable[..., T], *args: Any) -> tuple[T, float]:
    """The result of a job, and the processor time that it took."""
    began = time.thread_time()
    result = work(*args)
    return result, time.thread_time() - began
