"""The `knobel` command as a user runs it: fixtures for all tests, since each place that defines them starts its own."""

import atexit
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

import pytest

from tests.homes import home_in
from tests.patience import PATIENCE

Run = Callable[..., subprocess.CompletedProcess[str]]
KNOBEL = Path(sys.executable).parent / "knobel"
FORK_SERVER = Path(__file__).parent / "fork_server.py"
SHORTLY = 0.01


class ForkServer:
    """A process that has loaded `knobel` and forks for each command; it ends with the tests, however they end."""

    def __init__(self) -> None:
        env = {"COLUMNS": "80", "PYTHONUTF8": "1", "OPENBLAS_NUM_THREADS": "1", **home_in(Path.home())}
        words = [sys.executable, str(FORK_SERVER)]
        self._process = subprocess.Popen(words, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._lock = Lock()
        atexit.register(self._process.communicate)

    def ask(self, request: object) -> Any:
        """What it answers."""
        assert self._process.stdin
        assert self._process.stdout
        with self._lock:
            self._process.stdin.write(f"{json.dumps(request)}\n")
            self._process.stdin.flush()
            return json.loads(self._process.stdout.readline())

    def run(self, words: Sequence[str], cwd: Path, env: Mapping[str, str], streams: Sequence[Path]) -> int:
        """Run a command to its end; its exit code."""
        code: int = self.ask(_request(words, cwd, env, streams, stays=False))
        return code


def _request(
    words: Sequence[str], cwd: Path, env: Mapping[str, str], streams: Sequence[Path], *, stays: bool, call: str = ""
) -> dict[str, Any]:
    return {
        "call": call,
        "words": list(words),
        "cwd": str(cwd),
        "env": dict(env),
        "streams": list(map(str, streams)),
        "stays": stays,
    }


@cache
def fork_server() -> ForkServer:
    """The one of this process."""
    return ForkServer()


class Forked:
    """A command that goes on, such as a server, in a forked process; used as `subprocess.Popen` is.

    With `call` it is a function of the tests, such as `tests.server.live.worker:main`, with the words in `sys.argv`.
    """

    def __init__(self, words: Sequence[str], cwd: Path, env: Mapping[str, str], log: Path, call: str = "") -> None:
        log.touch()
        streams = (Path(os.devnull), log, log)
        self.pid: int = fork_server().ask(_request(words, cwd, env, streams, stays=True, call=call))
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """How it ended, if it has."""
        if self.returncode is None:
            self.returncode = fork_server().ask(self.pid)
        return self.returncode

    def send_signal(self, how: signal.Signals) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, how)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def wait(self, timeout: float = PATIENCE) -> int:
        """Wait until it has ended."""
        end = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired("knobel", timeout)
            time.sleep(SHORTLY)
        return code


@pytest.fixture
def run(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs the command in an empty folder and returns what it printed."""

    def run_knobel(
        *words: str, text: str = "", lang: str = "en_GB.UTF-8", **settings: str
    ) -> subprocess.CompletedProcess[str]:
        folder = tmp_path_factory.mktemp("streams")
        streams = [folder / name for name in ("in", "out", "err")]
        for path, content in zip(streams, (text, "", ""), strict=True):
            path.write_text(content, encoding="utf-8")
        env = {"LANG": lang, "COLUMNS": "80", "PYTHONUTF8": "1", **home_in(tmp_path), **settings}
        code = fork_server().run(words, tmp_path, env, streams)
        return subprocess.CompletedProcess(words, code, *(path.read_text("utf-8") for path in streams[1:]))

    return run_knobel
