"""Runs `knobel` for tests, each command in a forked process: what commands import is loaded only once."""

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

WARM_UP = ("games", "hint nowhere.knobel", "odds classic .", "dice --data nowhere", "serve --workers 2")
"""Between them they load what commands load when they are called: the parser, NumPy, coach, database, server."""
PATIENCE = 600
"""Seconds until a command that should have ended is ended."""


class Request(TypedDict):
    """A command: its words, its folder, its environment, and the files of its three streams."""

    words: list[str]
    cwd: str
    env: dict[str, str]
    streams: list[str]


def warm_up() -> None:
    """Run some commands here, for what they load; what compiles solvers is loaded without compiling any."""
    import_module("numba")
    for command in WARM_UP:
        sys.argv = ["knobel", *command.split()]
        with suppress(SystemExit), redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            run()


def become(request: Request) -> None:
    """Make this process what a shell would have started."""
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    for number, (path, flags) in enumerate(
        zip(request["streams"], (os.O_RDONLY, os.O_WRONLY, os.O_WRONLY), strict=True)
    ):
        opened = os.open(path, flags)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin, sys.stdout = os.fdopen(0), os.fdopen(1, "w")
    sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace")
    sys.argv = ["knobel", *request["words"]]
    signal.alarm(PATIENCE)


def main() -> None:
    """Answer every request with the exit code of its command, until nobody asks any more."""
    warm_up()
    # Or every child would copy all of this as soon as it collects garbage.
    gc.freeze()
    for line in sys.stdin:
        child = os.fork()
        if not child:
            become(json.loads(line))
            run()
            return
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
