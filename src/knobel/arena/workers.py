"""Executors for tournaments: processes of this computer, replaced if they are killed, or a Dask cluster."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event
from typing import TypeVar

from knobel.arena.program import kill_all
from knobel.core.errors import BadSetup

T = TypeVar("T")

TRIES = 3
CONNECT_SECONDS = 10


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """A pool of so many processes; on an error, or when this process is gone, they exit with all they have started."""
    # Each process has a core of its own; more threads in it would only get in each other's way.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    context = get_context("spawn")
    stop = context.Event()
    with ProcessPoolExecutor(jobs, context, _exit_with_parent, (stop,)) as pool:
        try:
            yield pool
        except BaseException:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _exit_with_parent(stop: Event) -> None:
    """Exit when told to, or when the parent process is gone."""
    # Ctrl+C goes to all processes of a terminal; the first one says when these end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()

    def watch() -> None:
        while not stop.wait(0.5) and (parent is None or parent.is_alive()):
            pass
        kill_all()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """An executor on the Dask cluster with this scheduler; Dask gives the work of a lost worker to another one."""
    from distributed import Client, KilledWorker

    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        reason = str(error).partition("\n")[0][:200]
        raise BadSetup(f"there is no Dask scheduler at {address[:60]!r}: {reason}") from error
    with client:
        executor = client.get_executor()
        try:
            yield executor
        except (KilledWorker, CancelledError) as error:
            raise BadSetup(
                f"the cluster lost the work ({type(error).__name__}); the same command goes on where it stopped"
            ) from error
        finally:
            executor.shutdown(wait=False)


def with_retries(workers: Callable[[], AbstractContextManager[Executor]], work: Callable[[Executor], T]) -> T:
    """Do some work that can go on where it stopped, with new workers if they are killed."""
    for _ in range(TRIES):
        with workers() as executor:
            try:
                return work(executor)
            except BrokenExecutor:
                continue
    raise BadSetup(f"workers were killed {TRIES} times, perhaps for want of memory; try fewer --jobs")
