"""Checkpoints: the values of a run in progress, in memory or in a part file with a journal that survives a crash."""

import os
import re
import time
from collections.abc import Iterable
from dataclasses import asdict
from json import dumps
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self
from zlib import crc32

from knobel.core.errors import BadTable
from knobel.solve.arrays import NDArray, np
from knobel.solve.tables import Figures, Identity, header

_NOTE = re.compile(r"(?P<chunk>\d{1,9}) (?P<checksum>\d{1,10}) (?P<seconds>\d+\.\d{3}) (?P<cpu>\d+\.\d{3})")

try:
    import fcntl
except ImportError:  # this system has no file locks; it does without
    fcntl = None  # type: ignore[assignment]


class Store(Protocol):
    """Where the values of a run in progress are kept, chunk by chunk."""

    values: NDArray[Any]
    """All values; those of unfinished chunks are undefined."""
    done: dict[int, int]
    """The finished chunks and their checksums."""
    clock: "Clock"

    def put(self, chunk: int, rows: NDArray[Any]) -> None:
        """Store a finished chunk."""


class Clock:
    """Counts the seconds and processor seconds of a run, on top of those of earlier runs."""

    def __init__(self, seconds: float = 0.0, cpu_seconds: float = 0.0) -> None:
        self._start = time.perf_counter() - seconds, time.process_time() - cpu_seconds

    def spent(self) -> tuple[float, float]:
        """The seconds and processor seconds so far, interrupted runs included."""
        return time.perf_counter() - self._start[0], time.process_time() - self._start[1]


class Memory:
    """Values in memory only."""

    def __init__(self, identity: Identity) -> None:
        self.identity = identity
        self.values: NDArray[Any] = np.zeros(identity.shape, identity.dtype)
        self.done: dict[int, int] = {}
        self.clock = Clock()

    def put(self, chunk: int, rows: NDArray[Any]) -> None:
        """Store a finished chunk."""
        start = self.identity.starts[chunk]
        self.values[start : start + len(rows)] = rows
        self.done[chunk] = 0


class Part:
    """Values in FILE.part; FILE.journal lists the finished chunks, each added after its values are on the disk."""

    def __init__(self, path: Path, identity: Identity) -> None:
        self.path, self.identity = path, identity
        self.part = path.with_name(path.name + ".part")
        self.journal = path.with_name(path.name + ".journal")
        self.done: dict[int, int] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lines = open(self.journal, "a+", encoding="ascii", errors="replace")  # noqa: SIM115 - closed by close
            self._lock()
            self._open()
        except OSError as error:
            raise BadTable(f"cannot write {error.filename or path}: {error.strerror}") from error

    def _lock(self) -> None:
        if fcntl is not None:
            try:
                fcntl.flock(self._lines, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                self._lines.close()
                raise BadTable(f"another process is solving {self.path} already") from error

    def _open(self) -> None:
        """Resume an earlier run if it was solving the same table, else start afresh."""
        size = self.identity.offset + self.identity.shape[0] * self.identity.row_bytes
        self._lines.seek(0)
        first, *lines = self._lines.read().split("\n")
        mine = dumps(asdict(self.identity))
        same = first == mine and self.part.exists() and self.part.stat().st_size == size
        self._file = open(self.part, "r+b" if same else "w+b")  # noqa: SIM115 - closed by close
        if not same:
            self._file.truncate(size)
            self._lines.truncate(0)
            self._note(mine)
        self.values = np.memmap(self.part, self.identity.dtype, "r+", self.identity.offset, self.identity.shape).view(
            np.ndarray
        )
        # The line after the last newline was cut off by a crash, so it is ignored.
        self.clock = self._restore(lines[:-1] if same else [])
        if same and lines and lines[-1]:
            self._note("")

    def _restore(self, lines: Iterable[str]) -> Clock:
        """Restore the chunks of the journal whose checksums match; the clock goes on from its last line."""
        clock = Clock()
        for line in lines:
            note = _NOTE.fullmatch(line)
            if note and int(note["chunk"]) < self.identity.chunks:
                chunk, checksum = int(note["chunk"]), int(note["checksum"])
                if self._checksum(chunk) == checksum:
                    self.done[chunk] = checksum
                clock = Clock(float(note["seconds"]), float(note["cpu"]))
        return clock

    def _checksum(self, chunk: int) -> int:
        """The checksum of a chunk as stored in the file."""
        start, end = self.identity.starts[chunk : chunk + 2]
        return crc32(self.values[start:end].tobytes())

    def _note(self, line: str) -> None:
        """Write a line of the journal and sync it to disk."""
        self._lines.write(line + "\n")
        self._lines.flush()
        os.fsync(self._lines.fileno())

    def put(self, chunk: int, rows: NDArray[Any]) -> None:
        """Store a finished chunk: first its values, then its line in the journal."""
        data = rows.tobytes()
        self._file.seek(self.identity.offset + self.identity.starts[chunk] * self.identity.row_bytes)
        self._file.write(data)
        self._file.flush()
        os.fsync(self._file.fileno())
        self.done[chunk] = crc32(data)
        seconds, cpu_seconds = self.clock.spent()
        self._note(f"{chunk} {self.done[chunk]} {seconds:.3f} {cpu_seconds:.3f}")

    def finish(self, figures: Figures) -> None:
        """Turn the part file into the finished table, once all chunks are stored and verified."""
        checksums = [self.done[chunk] for chunk in range(self.identity.chunks)]
        for chunk, checksum in enumerate(checksums):
            if self._checksum(chunk) != checksum:
                raise BadTable(f"{self.part} has changed on the disk (chunk {chunk}); solve again to repair it")
        self._file.seek(0)
        self._file.write(header(self.identity, figures, checksums))
        self._file.flush()
        os.fsync(self._file.fileno())
        os.replace(self.part, self.path)
        self.journal.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()
        self._lines.close()
