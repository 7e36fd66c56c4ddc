"""Runs `knobel` for tests, each command in a forked process: what commands import is loaded only once."""

import ctypes
import gc
import io
import json
import os
import signal
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from importlib import import_module
from typing import TypedDict

from knobel.cli.main import run
from knobel.server.live import pool

WARM_UP = ("games", "hint nowhere.knobel", "odds classic .", "dice --data nowhere", "serve --workers 2")
"""Between them they load what commands load when they are called: the parser, NumPy, coach, database, server."""
PATIENCE = 600
"""Seconds until a command that should have ended, or a job of a server, is ended."""
END_WITH_PARENT = 1
"""What `prctl` is asked for, so that a server does not outlive this process; only Linux has it."""


class Request(TypedDict):
    """A command: its words, its folder, its environment, the files of its three streams, and whether it is to stay."""

    words: list[str]
    cwd: str
    env: dict[str, str]
    streams: list[str]
    stays: bool


def warm_up() -> None:
    """Run some commands here, for what they load; what compiles solvers is loaded without compiling any."""
    import_module("numba")
    for command in WARM_UP:
        sys.argv = ["knobel", *command.split()]
        with suppress(SystemExit), redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            run()


def become(request: Request) -> None:
    """Make this process what a shell would have started."""
    if not request["stays"]:
        signal.alarm(PATIENCE)
    elif sys.platform == "linux":
        ctypes.CDLL(None).prctl(END_WITH_PARENT, int(signal.SIGTERM), 0, 0, 0)
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    added = os.O_WRONLY | os.O_APPEND
    for number, (path, flags) in enumerate(zip(request["streams"], (os.O_RDONLY, added, added), strict=True)):
        opened = os.open(path, flags)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin, sys.stdout = os.fdopen(0), os.fdopen(1, "w")
    sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace")
    sys.argv = ["knobel", *request["words"]]


def main() -> None:
    """Answer every request until nobody asks any more.

    A command is answered with its exit code, one that stays with the number of its process, and such a number with the
    exit code if that process has ended.
    """
    warm_up()
    # To compile something takes half a minute on a busy machine.
    pool.LONGEST = pool.PATIENCE = PATIENCE
    # Or every child would copy all of this as soon as it collects garbage.
    gc.freeze()
    ended: dict[int, int] = {}
    for line in sys.stdin:
        asked: Request | int = json.loads(line)
        if isinstance(asked, int):
            if asked not in ended and (found := os.waitpid(asked, os.WNOHANG))[0]:
                ended[asked] = os.waitstatus_to_exitcode(found[1])
            answer = ended.get(asked)
        else:
            child = os.fork()
            if not child:
                become(asked)
                run()
                return
            answer = child if asked["stays"] else os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        sys.stdout.write(f"{json.dumps(answer)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
