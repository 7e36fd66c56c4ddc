"""A clock that jumps: `knobel` as a command whose processes all add the seconds that stand in a file."""

import mmap
import os
import struct
import time
from pathlib import Path

from fastapi import FastAPI

from knobel.cli import main as knobel
from knobel.server.http import run as server

FILE = "CHAOS_CLOCK"
"""The environment variable with the path of the file."""
_SECONDS = struct.Struct("q")
_SYSTEM = time.time_ns


class JumpingClock:
    """The file, and what is added to the clocks of all who read it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "clock"
        self.set(0)

    def set(self, seconds: int) -> None:
        """Let clocks be so many seconds ahead, or behind."""
        with self.path.open("r+b" if self.path.exists() else "wb") as file:
            file.write(_SECONDS.pack(seconds))

    @property
    def settings(self) -> dict[str, str]:
        """The environment of a process that reads it."""
        return {FILE: str(self.path)}


def _follow_file() -> None:
    """Let the clock of this process follow the file; what measures durations is another clock."""
    with Path(os.environ[FILE]).open("rb") as file:
        seconds = mmap.mmap(file.fileno(), _SECONDS.size, access=mmap.ACCESS_READ)
    time.time_ns = lambda: _SYSTEM() + 1_000_000_000 * int(_SECONDS.unpack(seconds[:])[0])


def worker_app() -> FastAPI:
    """The app of one of several workers."""
    _follow_file()
    return server.worker_app()


def run() -> None:
    """Run the command."""
    _follow_file()
    server.FACTORY = f"{__name__}:worker_app"
    knobel.run()
