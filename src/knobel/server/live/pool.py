"""The jobs of a server: long ones in a pool of processes or threads with a fair queue, brief ones in threads."""

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
from typing import Any, TypeVar

from knobel.app.jobs import warm
from knobel.app.ports import Asker
from knobel.core.game import AnyGame
from knobel.server.live.caller import CALLER
from knobel.tables.errors import Busy
from knobel.tables.table import Table

T = TypeVar("T")

MOST_WAITING = 200
"""The most jobs in the queue; further ones are refused as Busy."""
MOST_EACH = 8
"""The most jobs of one client, queued or running."""
PATIENCE = 60.0
"""Seconds that a job waits in the queue before it is given up."""
LONGEST = 30.0
"""Seconds after which a running job is killed."""
NICENESS = 10
"""The niceness of worker processes: where processors are short, they get a tenth of the share of the event loop."""


def thread() -> Executor:
    """A thread as a worker: it starts fast, but shares the interpreter with the event loop, and cannot be killed."""
    return ThreadPoolExecutor(1, thread_name_prefix="knobel-pool")


def process() -> Executor:
    """A process as a worker: it does not slow the event loop, but takes memory and a second to start."""
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_serve_parent)


def _serve_parent() -> None:
    """Lower the priority of this worker process, and exit with the server, even if that is killed."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    # Ctrl+C signals all processes of a terminal; the server decides when these end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


class Worker:
    """A worker for one job at a time, started on demand and restarted after it crashed or was killed."""

    def __init__(self, make: Callable[[], Executor]) -> None:
        self._make = make
        self._executor: Executor | None = None
        self._begun: Future[int] = Future()
        """The process id of the executor's process, once it has started."""
        self._process = 0

    async def run(self, work: Callable[..., T], *args: Any) -> tuple[T, float]:
        """Run a job: its result, and its processor time; cancelling the caller kills the job."""
        executor = await self._start()
        try:
            job: Future[tuple[T, float]] = executor.submit(_timed, work, *args)
            async with asyncio.timeout(LONGEST):
                return await asyncio.wrap_future(job)
        except (CancelledError, TimeoutError, BrokenExecutor):
            self._end()
            raise

    async def _start(self) -> Executor:
        """The executor, with its process started.

        If the caller is cancelled meanwhile, the start goes on for the next one; otherwise a client that disconnects
        again and again could start any number of processes at once.
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
        """Stop after the running job."""
        if self._executor:
            await asyncio.to_thread(self._executor.shutdown, cancel_futures=True)
            self._executor = None

    def _end(self) -> None:
        """Kill the running job; a thread can only be abandoned."""
        executor, self._executor = self._executor, None
        if executor:
            executor.shutdown(wait=False, cancel_futures=True)
        if self._process not in {0, os.getpid()}:
            # The process may have ended by itself.
            with suppress(OSError):
                os.kill(self._process, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
        self._process = 0


class Pool:
    """A pool of workers with a first-come-first-served queue and one job at a time for each client."""

    def __init__(self, make: Callable[[], Executor] = thread, count: int = 2) -> None:
        # A LIFO queue: the last free worker is warm, and the others are started only if all are busy.
        self._workers = [Worker(make) for _ in range(count)]
        self._free: LifoQueue[Worker] = LifoQueue()
        for worker in self._workers:
            self._free.put_nowait(worker)
        self._each: Counter[str] = Counter()
        self._turns: dict[str, asyncio.Lock] = {}
        """Locks by client: only the first job of each is in the queue."""
        self.apart = make is process
        """Whether the workers are processes, which do not slow the event loop."""
        self.waiting = 0
        """The number of jobs queued or running."""

    async def run(self, work: Callable[..., T], *args: Any, asker: Asker | None = None) -> T:
        """Run a job and return its result; if the caller is cancelled, the job is dropped or killed."""
        if self.waiting >= MOST_WAITING:
            raise Busy("too many requests are waiting; try again in a moment")
        self.waiting += 1
        try:
            async with asyncio.timeout(PATIENCE) as patience, self._turn(asker):
                worker = await self._free.get()
                patience.reschedule(None)
                return await self._run(worker, work, args, asker)
        except TimeoutError as error:
            raise Busy("this is taking too long; try again in a moment") from error
        except BrokenExecutor as error:
            raise Busy("the calculation was interrupted; try again") from error
        finally:
            self.waiting -= 1

    @asynccontextmanager
    async def _turn(self, asker: Asker | None) -> AsyncIterator[None]:
        """Wait until no other job of this client runs."""
        if asker is None:
            yield
            return
        who = asker.who
        if self._each[who] >= MOST_EACH:
            raise Busy(f"you are waiting for {MOST_EACH} answers already; ask again when you have them")
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
        """Stop the workers; queued jobs are dropped."""
        await asyncio.gather(*(worker.close() for worker in self._workers))


class PoolJobs:
    """The port `Jobs` over a pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool, self._brief = pool, Pool(thread, 1)
        """One for long jobs, and a thread for brief ones; in both, of many jobs of one client one is in line."""
        self._warm: set[str] = set()
        """The games for which the pool was warmed up."""

    async def run(self, function: Callable[..., T], *arguments: Any, asker: Asker | None = None) -> T:
        """Run a job in the pool."""
        return await self.pool.run(function, *arguments, asker=asker)

    async def briefly(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run a function in a thread; whoever sent the request is charged for it."""
        return await self._brief.run(function, *arguments, asker=CALLER.get())

    async def prepare(self, _game: str) -> bool:
        """All values are installed with the game."""
        return True

    def may_warm_up(self, table: Table) -> bool:
        """Only for a coach, once for each game, and in idle processes: threads would slow the event loop."""
        fresh = table.game.key not in self._warm
        return fresh and table.setup.coach and self.pool.apart and not self.pool.waiting

    async def warm_up(self, game: AnyGame) -> None:
        """Let a process of the pool load what the coach needs."""
        self._warm.add(game.key)
        await self.pool.run(warm, game.key, game.seats, dict(game.options))

    async def close(self) -> None:
        """Stop both pools."""
        await asyncio.gather(self.pool.close(), self._brief.close())


def _timed(work: Callable[..., T], *args: Any) -> tuple[T, float]:
    """Run a job: its result, and its processor time."""
    began = time.thread_time()
    result = work(*args)
    return result, time.thread_time() - began
