"""A worker: `knobel serve` in its own process, which can be killed and started again at the same port."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from tools.server.caller import Caller, Lost
from tools.server.child import start_child

FREELY = {f"KNOBEL_RATE_{what}": "0" for what in ("ADDRESS", "KEY", "OPEN", "IMPORT", "THINK")}
"""Settings without rate limits, for clients that all have one address."""
_PATIENCE = 600.0
"""Seconds for a worker to start, including restarts."""


def free_port() -> int:
    """A free port; on Linux nobody else is given it while this process lives, even if its server is restarted."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        if sys.platform == "linux":
            # The socket stays bound; with this option a server may still listen at its port.
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            one.detach()
        return port


class Worker:
    """A server process, or one with several supervised workers; its output goes to a file."""

    def __init__(
        self,
        name: str,
        url: str,
        folder: Path,
        settings: Mapping[str, str] | None = None,
        *,
        limited: bool = False,
        count: int = 1,
        entry: str = "knobel.cli.main",
    ) -> None:
        self.name, self.url, self.port, self.count = name, url, free_port(), count
        self._entry = entry
        """The module whose function `run` is the command."""
        self.log = folder / f"{name}.log"
        self._settings = {
            "KNOBEL_LOG": "quiet",
            "KNOBEL_THINKERS": "0",
            **({} if limited else FREELY),
            **(settings or {}),
        }
        self._process: subprocess.Popen[bytes] | None = None
        self.done = 0
        """The number of commands it has answered."""

    @property
    def pid(self) -> int | None:
        """The id of its process, while it runs."""
        return self._process.pid if self._process else None

    @property
    def alive(self) -> bool:
        """Whether its process runs."""
        return self._process is not None and self._process.poll() is None

    def serving(self) -> list[Any]:
        """The processes that answer requests: itself, or those that it supervises."""
        if not self._process:
            return []
        psutil = import_module("psutil")
        try:
            main = psutil.Process(self._process.pid)
            return [main] if self.count == 1 else [child for child in main.children() if child.is_running()]
        except psutil.NoSuchProcess:
            return []

    async def start(self) -> None:
        """Start, and wait until it is ready; if it is killed meanwhile, it is started again."""
        end = time.monotonic() + _PATIENCE
        while True:
            self.launch()
            if await self.until(200, end):
                return
            if time.monotonic() > end:
                raise RuntimeError(f"worker {self.name} does not start:\n{self.log.read_text('utf-8')[-2000:]}")
            await asyncio.sleep(0.2)

    async def until(self, status: int, end: float | None = None) -> bool:
        """Wait until `/readyz` has this status; False if the process ends or the time is over before."""
        end = end or time.monotonic() + _PATIENCE
        while self.alive and time.monotonic() < end:
            if await self._answers(status):
                return True
            await asyncio.sleep(0.05)
        return False

    def kill(self) -> None:
        """Kill it without a clean shutdown."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Shut it down cleanly."""
        self._end(signal.SIGTERM)

    def broken(self) -> list[str]:
        """The lines of its log about unexpected errors."""
        if not self.log.exists():
            return []
        return [line for line in self.log.read_text("utf-8", "replace").split("\n") if " broken " in line]

    def launch(self) -> None:
        """Start without waiting."""
        words = [sys.executable, "-c", f"from {self._entry} import run; run()", "serve", "--no-open"]
        words += ["--host", "127.0.0.1", "--port", str(self.port), "--database", self.url]
        words += ["--workers", str(self.count)] if self.count > 1 else []
        with open(self.log, "ab") as log:
            env = {**os.environ, **self._settings}
            self._process = start_child(words, stdout=log, stderr=log, env=env)

    def _end(self, how: signal.Signals) -> None:
        if self._process:
            self._process.send_signal(how)
            try:
                self._process.wait(30)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None

    async def _answers(self, status: int) -> bool:
        caller = Caller(self.port, "", patience=2.0)
        try:
            return (await caller.ask("GET", "/readyz")).status == status
        except Lost:
            return False
        finally:
            caller.close()
