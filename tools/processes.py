"""Child processes of a benchmark: their processor time, and slowing them down."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

ON, TIMES = 0.02, 4
"""Seconds that slowed processes run at a time, and the factor by which they are slowed."""
CYCLES = 20
"""The cycles of stopping and going on between two searches for new processes."""


def _stats() -> dict[int, list[str]]:
    """The fields of /proc/PID/stat by process; see proc(5)."""
    stats = {}
    for about in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            stats[int(about.parent.name)] = about.read_text().rpartition(")")[2].split()
    return stats


def offspring(stats: dict[int, list[str]]) -> set[int]:
    """All descendants of this process."""
    mine = {os.getpid()}
    while more := {number for number, about in stats.items() if int(about[1]) in mine} - mine:
        mine |= more
    return mine - {os.getpid()}


def used() -> float:
    """The processor seconds of all descendants."""
    stats = _stats()
    return sum(int(stats[one][11]) + int(stats[one][12]) for one in offspring(stats)) / os.sysconf("SC_CLK_TCK")


@contextmanager
def slowed(program: Path) -> Iterator[None]:
    """Let all descendants that run this program run only a quarter of the time."""
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
        running = [one for one in offspring(_stats()) if _runs(one, program)]
        for _ in range(CYCLES):
            began = time.monotonic()
            _send(signal.SIGCONT, running)
            time.sleep(ON)
            _send(signal.SIGSTOP, running)
            # On a busy machine sleep takes longer, so the pause is proportional to the time they really ran.
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
