"""Child processes that end with their parent, even if it is killed."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_PR_SET_PDEATHSIG = 1


def start_child(
    words: Sequence[str | Path], ending: signal.Signals = signal.SIGTERM, **options: Any
) -> "subprocess.Popen[Any]":
    """Start a process that gets a signal when the thread that started it ends; only Linux can do that."""
    if sys.platform == "linux":
        # Loaded before the fork: between fork and exec nothing may be loaded.
        prctl, parent = ctypes.CDLL(None, use_errno=True).prctl, os.getpid()

        def bind() -> None:
            prctl(_PR_SET_PDEATHSIG, int(ending), 0, 0, 0)
            # The parent may have ended before this was set.
            if os.getppid() != parent:
                os._exit(1)

        options["preexec_fn"] = bind
    return subprocess.Popen(words, **options)  # noqa: S603 - our own words
