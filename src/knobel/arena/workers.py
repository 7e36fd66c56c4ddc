"""Who does the work: processes of this computer, which may be killed and replaced."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event
from typing import TypeVar

from knobel.arena.program import kill_all
from knobel.core.errors import BadSetup

T = TypeVar("T")

TRIES = 3


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """So many processes; on an error, or when this process is gone, they end, with all that they have started."""
    # Each process has a core of its own; more threads in it would only get in each other's way.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    context = get_context("spawn")
    stop = context.Event()
    with ProcessPoolExecutor(jobs, context, _obey, (stop,)) as pool:
        try:
            yield pool
        except BaseException:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _obey(stop: Event) -> None:
    """End when told, or when whoever could tell is gone."""
    # Ctrl+C goes to all processes of a terminal; the first one says when these end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()

    def watch() -> None:
        while not stop.wait(0.5) and (parent is None or parent.is_alive()):
            pass
        kill_all()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def persistently(workers: Callable[[], AbstractContextManager[Executor]], work: Callable[[Executor], T]) -> T:
    """Let workers do some work that can go on where it stopped; with new ones, if they are killed."""
    for _ in range(TRIES):
        with workers() as executor:
            try:
                return work(executor)
            except BrokenExecutor:
                continue
    raise BadSetup(f"workers were killed {TRIES} times, perhaps for want of memory; try fewer --jobs")
