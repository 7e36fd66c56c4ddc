"""Runs `knobel` for tests, each command in a forked process: what commands import is loaded only once."""

import atexit
import ctypes
import gc
import io
import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from multiprocessing.context import ForkProcess
from pathlib import Path
from types import SimpleNamespace
from typing import TypedDict

from knobel.cli.main import run
from knobel.server.http.static_files import installed_files
from knobel.server.live import pool
from knobel.server.storage import database, postgres

WARM_UP = ("games", "hint nowhere.knobel", "odds classic .", "dice --data nowhere", "serve --workers 2")
"""Between them they load what commands load when they are called: the parser, NumPy, coach, database, server."""
PATIENCE = 600
"""Seconds until a command that should have ended, or a job of a server, is ended."""
END_WITH_PARENT = 1
"""What `prctl` is asked for, so that a server does not outlive this process."""


ROOT = Path(__file__).parent.parent
HEARD = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
"""Signals that a server handles; its workers block them until they have installed their own handlers."""


class Request(TypedDict):
    """A command: its words, its folder, its environment, the files of its three streams, and whether it is to stay.

    What is called instead of `knobel` is a function of the tests, such as `tests.server.live.worker:main`.
    """

    call: str
    words: list[str]
    cwd: str
    env: dict[str, str]
    streams: list[str]
    stays: bool


class Worker(ForkProcess):
    """One of several workers of a server, forked where `knobel serve` starts a program that loads everything anew."""

    def start(self) -> None:
        """Fork with signals blocked, so that the handlers of the parent never run in a worker."""
        signal.pthread_sigmask(signal.SIG_BLOCK, HEARD)
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, HEARD)

    def run(self) -> None:
        """Restore the default signal handlers, as in a new process, and run."""
        for one in HEARD:
            signal.signal(one, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, HEARD)
        super().run()


def fork_workers() -> None:
    """Make Uvicorn fork its workers, and Prometheus share metrics between them, which it decides at import time."""
    import_module("uvicorn._subprocess").spawn = SimpleNamespace(Process=Worker)  # type: ignore[attr-defined]
    values = import_module("prometheus_client.values")
    values.ValueClass = values.MultiProcessValue()  # type: ignore[attr-defined]


def warm_up() -> None:
    """Run some commands here, for what they load; what compiles solvers is loaded without compiling any."""
    if find_spec("numba"):
        import_module("numba")
    for command in WARM_UP:
        sys.argv = ["knobel", *command.split()]
        with suppress(SystemExit), redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            run()


def be_patient(seconds: float) -> None:
    """Let servers of this process wait so long for a job, half a minute's work on a busy machine, and for a database.

    Where a database has to be given up sooner, a test says so.
    """
    pool.LONGEST = pool.PATIENCE = seconds
    for module in (database, postgres):
        module.ANSWER_SECONDS = module.CONNECT_SECONDS = seconds  # type: ignore[attr-defined]


@cache
def prepare_to_serve() -> None:
    """Do what every server does that starts: read the web app, pack what browsers run, and read the migrations."""
    installed_files()
    database.revisions()


def end_with(parent: int) -> None:
    """Let this process be ended when its parent ends, however that ends; only Linux can do that."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(END_WITH_PARENT, int(signal.SIGTERM), 0, 0, 0)
        # The parent may have ended before this was set.
        if os.getppid() != parent:
            os._exit(1)


def become(request: Request, parent: int) -> None:
    """Make this process what a shell would have started."""
    if not request["stays"]:
        signal.alarm(PATIENCE)
    else:
        end_with(parent)
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
    if "--workers" in request["words"]:
        fork_workers()


def work_of(request: Request) -> Callable[[], None]:
    """What was asked for."""
    if not request["call"]:
        return run
    sys.path.append(str(ROOT))
    module, _, name = request["call"].partition(":")
    found: Callable[[], None] = getattr(import_module(module), name)
    return found


def live(work: Callable[[], None]) -> None:
    """Run a command and exit without tearing down the interpreter, which takes longer than many commands.

    Threads are joined and exit handlers run as usual; an error ends the process as usual.
    """
    code = 0
    try:
        work()
    except SystemExit as ended:
        if isinstance(ended.code, str):
            raise
        code = ended.code or 0
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def main() -> None:
    """Answer every request until nobody asks any more.

    A command is answered with its exit code, one that stays with the number of its process, and such a number with the
    exit code if that process has ended.
    """
    warm_up()
    be_patient(PATIENCE)
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
            if asked["words"][:1] == ["serve"] and asked["stays"]:
                prepare_to_serve()
            parent, child = os.getpid(), os.fork()
            if not child:
                become(asked, parent)
                live(work_of(asked))
            answer = child if asked["stays"] else os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        sys.stdout.write(f"{json.dumps(answer)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
