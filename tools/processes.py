"""The processes that a benchmark has started: what they use, and how they are slowed."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

ON, TIMES = 0.02, 4
"""For so many seconds slowed processes run, which is one in so many of all."""
LOOKED = 20
"""After so many times new processes are looked for."""


def _told() -> dict[int, list[str]]:
    """What the system tells of each process; see proc(5)."""
    found = {}
    for about in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            found[int(about.parent.name)] = about.read_text().rpartition(")")[2].split()
    return found


def offspring(told: dict[int, list[str]]) -> set[int]:
    """The processes that this one has started, and theirs."""
    mine = {os.getpid()}
    while more := {number for number, about in told.items() if int(about[1]) in mine} - mine:
        mine |= more
    return mine - {os.getpid()}


def used() -> float:
    """Processor seconds of all of them."""
    told = _told()
    return sum(int(told[one][11]) + int(told[one][12]) for one in offspring(told)) / os.sysconf("SC_CLK_TCK")


@contextmanager
def slowed(program: Path) -> Iterator[None]:
    """Let all processes of a program that this one has started run a quarter of the time."""
    done = Event()
    thread = Thread(target=_slow, args=(program.resolve(), done))
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _slow(program: Path, done: Event) -> None:
    while not done.is_set():
        running = [one for one in offspring(_told()) if _runs(one, program)]
        for _ in range(LOOKED):
            began = time.monotonic()
            _send(signal.SIGCONT, running)
            time.sleep(ON)
            _send(signal.SIGSTOP, running)
            # On a busy machine nobody wakes up in time: they stand still for as long as they were let run too long.
            time.sleep((TIMES - 1) * (time.monotonic() - began))
        _send(signal.SIGCONT, running)


def _runs(process: int, program: Path) -> bool:
    try:
        return Path(f"/proc/{process}/exe").readlink() == program
    except OSError:
        return False


def _send(sign: signal.Signals, processes: list[int]) -> None:
    for one in processes:
        with suppress(ProcessLookupError):
            os.kill(one, sign)
