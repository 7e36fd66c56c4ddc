"""`knobel serve` as a process of its own that can be killed and started again."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.error import URLError
from urllib.request import urlopen

from tools.server.child import start_child
from tools.server.worker import free_port

from tests.commands import Forked
from tests.homes import home_in
from tests.patience import PATIENCE
from tests.server.http.conftest import FREELY

WITH_SITE = """
import sys, uvicorn
from pathlib import Path
from knobel.server.http.app import create_app
from knobel.server.http.settings import read_settings
from knobel.server.http.static_files import StaticFiles
uvicorn.run(create_app(read_settings(), StaticFiles(Path(sys.argv[2]))), port=int(sys.argv[1]), log_level="error")
"""
"""The same server with another web app."""


class Server:
    """A server on a port of its own, with its tables in a folder.

    Bots may hesitate, signs of life come as often as wished, the web app or the `knobel` command may be another.
    """

    def __init__(
        self,
        folder: Path,
        site: Path | None = None,
        pace: float = 0,
        heartbeat: float = 10,
        program: Sequence[str] = (),
    ) -> None:
        self._folder, self._site, self._program, self._port = folder, site, program, free_port()
        self._settings = {"KNOBEL_PACE": str(pace), "KNOBEL_HEARTBEAT": str(heartbeat)}
        self.home = f"http://127.0.0.1:{self._port}"
        self._process: subprocess.Popen[bytes] | Forked | None = None

    def start(self) -> None:
        """Run it, until it answers."""
        env = {
            "PATH": os.environ["PATH"],
            **home_in(self._folder),
            "KNOBEL_THINKERS": "0",
            "KNOBEL_BOARDS": "1",
            **self._settings,
        }
        limits = {f"KNOBEL_{name.upper()}": str(value) for name, value in FREELY.items()}
        words = ["serve", "--no-open", "--port", str(self._port), "--data", str(self._folder)]
        if self._site:
            env["KNOBEL_DATABASE_URL"] = f"sqlite:///{self._folder / 'knobel.db'}"
            self._program, words = (sys.executable, "-c", WITH_SITE), [str(self._port), str(self._site)]
        if self._program:
            self._process = start_child(
                [*self._program, *words], env=env | limits, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        else:
            self._process = Forked(words, self._folder, env | limits, self._folder / "log")
        until = time.monotonic() + PATIENCE
        while not self._ready():
            assert self._process.poll() is None, "the server ended"
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.1)

    def _ready(self) -> bool:
        try:
            with urlopen(f"{self.home}/readyz", timeout=5) as told:
                return bool(told.status == 200)
        except (URLError, OSError):
            return False

    @property
    def runs(self) -> bool:
        """It was started, and has not ended."""
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """End it at once, in the middle of whatever it does."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(PATIENCE)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.kill()
