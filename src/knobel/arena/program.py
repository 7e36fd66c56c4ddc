"""A program that plays games in its own process, talked to over pipes, with limits on time and memory."""

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
"""A program that has just been started gets this much more time for its first answer."""

LONGEST_ANSWER = 200
"""So many bytes of a line are read; no move is longer."""

GRACE_SECONDS = 2.0
"""A program whose game is over may say good-bye so long; then it is ended."""

_WITHIN = 'ulimit -c 0; [ "$1" = 0 ] || ulimit -v "$1"; [ "$2" = 0 ] || ulimit -t "$2"; shift 2; exec "$@"'
"""For the shell: the limits hold before the first instruction of the program, and for all that it starts."""

_LIVING: "WeakSet[Program]" = WeakSet()


def kill_all() -> None:
    """End every program that this process has started."""
    for program in list(_LIVING):
        program.kill()


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a program; 0 means none."""

    move_seconds: float = 10.0
    """How long it may take for a move, by the clock on the wall."""
    memory_mb: int = 4096
    """How much memory each of its processes may ask for."""
    cpu_seconds: int = 600
    """How much processor time each of its processes may take: for a game, or for some games of a Python player."""

    def __post_init__(self) -> None:
        if not (math.isfinite(self.move_seconds) and self.move_seconds > 0):
            raise BadSetup(f"a move takes some time; --move-time is more than 0 seconds, not {self.move_seconds}")
        if self.memory_mb < 0 or self.cpu_seconds < 0:
            raise BadSetup("limits of memory and processor time are at least 0, which means none")

    def around(self, command: Sequence[str]) -> list[str]:
        """The command that runs this one within the limits, where the system has such limits."""
        if os.name != "posix":
            return list(command)
        return ["/bin/sh", "-c", _WITHIN, "sh", str(self.memory_mb * 1024), str(self.cpu_seconds), *command]


class Failed(Exception):
    """A player gave no move that can be played; its text is the reason."""


class Program:
    """A running program. What it writes when it was not asked, and what it writes as an error, never blocks anybody."""

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
        _LIVING.add(self)
        self._told: SimpleQueue[bytes | None] = SimpleQueue()
        self._answers: Queue[bytes] = Queue(4)
        self._complaints: deque[bytes] = deque(maxlen=1)
        self._ending = Event()
        works = (
            (self._write, self._process.stdin),
            (self._read, self._process.stdout),
            (self._hear, self._process.stderr),
        )
        self._threads = [Thread(target=work, args=(pipe,), daemon=True) for work, pipe in works]
        for thread in self._threads:
            thread.start()

    @property
    def running(self) -> bool:
        """It has not ended yet."""
        if self._process.returncode is None and hasattr(os, "waitid"):
            # Its number is not given back before its group is ended: it could be somebody else's by then.
            return os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None
        return self._process.poll() is None

    def tell(self, text: str) -> None:
        """Let it know some lines."""
        self._told.put(text.encode())

    def ask(self, text: str) -> str:
        """Ask with a line, and wait for a line; raises Failed with the reason if none comes in time."""
        if not self._answers.empty():
            early = self._answers.get()
            raise Failed(f"wrote {_shown(early)} before it was asked" if early else self._end_told())
        self.tell(text)
        patience = self._limits.move_seconds + self._allowance
        try:
            answer = self._answers.get(timeout=patience)
        except Empty:
            raise Failed(f"gave no move within {patience:g} seconds") from None
        if not answer:
            raise Failed(self._end_told())
        if not answer.endswith(b"\n") and len(answer) >= LONGEST_ANSWER:
            raise Failed(f"wrote a line that has no end: {_shown(answer)}")
        self._allowance = 0.0
        return answer.decode("utf-8", "replace").rstrip("\r\n")

    def _end_told(self) -> str:
        """How it ended, in words."""
        if self._rests(1):
            self.kill()
            code = self._process.returncode
            how = f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
        else:
            how = "closed its output"
        return f"{how}: {_shown(self._complaints[-1])}" if self._complaints else how

    def _write(self, pipe: IO[bytes]) -> None:
        """Hand on what it is told; one who does not read makes nobody wait but this thread."""
        with contextlib.suppress(OSError, ValueError), pipe:
            while (text := self._told.get()) is not None:
                pipe.write(text)
                pipe.flush()

    def _read(self, pipe: IO[bytes]) -> None:
        """Take its lines; nothing marks the end."""
        with contextlib.suppress(OSError, ValueError), pipe:
            while (line := pipe.readline(LONGEST_ANSWER)) and self._offer(line):
                pass
        self._offer(b"")

    def _offer(self, line: bytes) -> bool:
        """Put a line where `ask` finds it, unless nobody asks any more."""
        while not self._ending.is_set():
            with contextlib.suppress(Full):
                self._answers.put(line, timeout=0.2)
                return True
        return False

    def _hear(self, pipe: IO[bytes]) -> None:
        """Remember its last complaint."""
        with contextlib.suppress(OSError, ValueError), pipe:
            while line := pipe.readline(LONGEST_ANSWER):
                if line.strip():
                    self._complaints.append(line)

    def end(self) -> None:
        """End it, and all that it has started."""
        self._told.put(None)
        self._rests(GRACE_SECONDS)
        self.kill()

    def _rests(self, seconds: float) -> bool:
        """It has ended by itself, or does so within this time."""
        until = monotonic() + seconds
        while self.running and monotonic() < until:
            sleep(0.01)
        return not self.running

    def kill(self) -> None:
        """End it at once."""
        self._ending.set()
        if sys.platform == "win32":
            self._process.kill()
        elif self._process.returncode is None:
            # Its group may hold more processes, also when it has ended itself.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._told.put(None)
        self._process.wait()
        _LIVING.discard(self)
        for thread in self._threads:
            thread.join(1)


def _shown(line: bytes) -> str:
    """A line of a program, fit for a report."""
    return repr(line.decode("utf-8", "replace").strip()[:80])
