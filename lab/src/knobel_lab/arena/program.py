"""A program that plays games in its own process, over pipes, with limits of time and memory."""

import contextlib
import math
import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Full, Queue, SimpleQueue
from threading import Event, Thread
from time import monotonic, sleep
from typing import IO
from weakref import WeakSet

from knobel.core.errors import BadSetup

START_SECONDS = 20.0
"""Additional seconds for the first answer of a program that has just been started."""

LONGEST_ANSWER = 200
"""The most bytes of a line that are read; no move is longer."""

GRACE_SECONDS = 2.0
"""Seconds a program has to exit after its game; then it is killed."""

_ULIMIT = 'ulimit -c 0; [ "$1" = 0 ] || ulimit -v "$1"; [ "$2" = 0 ] || ulimit -t "$2"; shift 2; exec "$@"'
"""A shell command that sets the limits before the program starts, so that all its processes inherit them."""

_RUNNING: "WeakSet[Program]" = WeakSet()


def kill_all() -> None:
    """Kill every program that this process has started."""
    for program in list(_RUNNING):
        program.kill()


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a program; 0 means none."""

    move_seconds: float = 10.0
    """Seconds (wall-clock time) for a move."""
    memory_mb: int = 4096
    """Megabytes of memory for each of its processes."""
    cpu_seconds: int = 600
    """Seconds of processor time for each of its processes: for a game, or for several games of a Python player."""

    def __post_init__(self) -> None:
        if not (math.isfinite(self.move_seconds) and self.move_seconds > 0):
            raise BadSetup(f"a move takes some time; --move-time is more than 0 seconds, not {self.move_seconds}")
        if self.memory_mb < 0 or self.cpu_seconds < 0:
            raise BadSetup("limits of memory and processor time are at least 0, which means none")

    def around(self, command: Sequence[str]) -> list[str]:
        """The command wrapped in one that sets the limits, where the system has them."""
        if os.name != "posix":
            return list(command)
        return ["/bin/sh", "-c", _ULIMIT, "sh", str(self.memory_mb * 1024), str(self.cpu_seconds), *command]


class Failed(Exception):
    """A player made no allowed move; the text is the reason."""


class Program:
    """A running program. Threads read and write its pipes, so that it never blocks the caller."""

    def __init__(self, command: Sequence[str], limits: Limits, folder: Path | None = None) -> None:
        self._limits = limits
        self._allowance = START_SECONDS
        try:
            self._process = subprocess.Popen(  # noqa: S603 - to run what the user named is what it is for
                limits.around(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                start_new_session=True,
            )
        except OSError as error:
            raise Failed(f"could not be started: {error.strerror}") from error
        _RUNNING.add(self)
        self._outgoing: SimpleQueue[bytes | None] = SimpleQueue()
        self._answers: Queue[bytes] = Queue(4)
        self._errors: deque[bytes] = deque(maxlen=1)
        self._ending = Event()
        works = (
            (self._write, self._process.stdin),
            (self._read, self._process.stdout),
            (self._read_errors, self._process.stderr),
        )
        self._threads = [Thread(target=work, args=(pipe,), daemon=True) for work, pipe in works]
        for thread in self._threads:
            thread.start()

    @property
    def running(self) -> bool:
        """Whether it has not exited yet."""
        if self._process.returncode is None and hasattr(os, "waitid"):
            # Not reaped before its process group is killed: its process id could be reused by then.
            return os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None
        return self._process.poll() is None

    def tell(self, text: str) -> None:
        """Send lines to it."""
        self._outgoing.put(text.encode())

    def ask(self, text: str) -> str:
        """Send a line and wait for a line; raises Failed with the reason if none comes in time."""
        if not self._answers.empty():
            early = self._answers.get()
            raise Failed(f"wrote {_shown(early)} before it was asked" if early else self._exit_reason())
        self.tell(text)
        patience = self._limits.move_seconds + self._allowance
        try:
            answer = self._answers.get(timeout=patience)
        except Empty:
            raise Failed(f"made no move within {patience:g} seconds") from None
        if not answer:
            raise Failed(self._exit_reason())
        if not answer.endswith(b"\n") and len(answer) >= LONGEST_ANSWER:
            raise Failed(f"wrote a line that has no end: {_shown(answer)}")
        self._allowance = 0.0
        return answer.decode("utf-8", "replace").rstrip("\r\n")

    def _exit_reason(self) -> str:
        """How it exited, in words."""
        if self._exits_within(1):
            self.kill()
            code = self._process.returncode
            how = f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
        else:
            how = "closed its output"
        return f"{how}: {_shown(self._errors[-1])}" if self._errors else how

    def _write(self, pipe: IO[bytes]) -> None:
        """Thread: write queued lines; a program that does not read blocks only this thread."""
        with contextlib.suppress(OSError, ValueError), pipe:
            while (text := self._outgoing.get()) is not None:
                pipe.write(text)
                pipe.flush()

    def _read(self, pipe: IO[bytes]) -> None:
        """Thread: read its lines; empty bytes mark the end."""
        with contextlib.suppress(OSError, ValueError), pipe:
            while (line := pipe.readline(LONGEST_ANSWER)) and self._offer(line):
                pass
        self._offer(b"")

    def _offer(self, line: bytes) -> bool:
        """Queue a line for `ask`, unless the program is being ended."""
        while not self._ending.is_set():
            with contextlib.suppress(Full):
                self._answers.put(line, timeout=0.2)
                return True
        return False

    def _read_errors(self, pipe: IO[bytes]) -> None:
        """Thread: keep the last line of its standard error."""
        with contextlib.suppress(OSError, ValueError), pipe:
            while line := pipe.readline(LONGEST_ANSWER):
                if line.strip():
                    self._errors.append(line)

    def end(self) -> None:
        """Close its input, give it time to exit, and kill what is left of it."""
        self._outgoing.put(None)
        self._exits_within(GRACE_SECONDS)
        self.kill()

    def _exits_within(self, seconds: float) -> bool:
        """Whether it has exited by itself, or does so within this time."""
        until = monotonic() + seconds
        while self.running and monotonic() < until:
            sleep(0.01)
        return not self.running

    def kill(self) -> None:
        """Kill it with its whole process group."""
        self._ending.set()
        if sys.platform == "win32":
            self._process.kill()
        elif self._process.returncode is None:
            # Its process group may have more processes, even if it has exited itself.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._outgoing.put(None)
        self._process.wait()
        _RUNNING.discard(self)
        for thread in self._threads:
            thread.join(1)


def _shown(line: bytes) -> str:
    """A line of a program, shortened and quoted for a report."""
    return repr(line.decode("utf-8", "replace").strip()[:80])
