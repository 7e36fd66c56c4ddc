"""What a program may take: time for a move, memory, processor time."""

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass

from knobel.core.errors import BadSetup

START_SECONDS = 20.0
"""A program that has just been started gets so much more time for its first answer."""

_WITHIN = 'ulimit -c 0; [ "$1" = 0 ] || ulimit -v "$1"; [ "$2" = 0 ] || ulimit -t "$2"; shift 2; exec "$@"'
"""For the shell: the limits hold before the first instruction of the program, and for all that it starts."""


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
