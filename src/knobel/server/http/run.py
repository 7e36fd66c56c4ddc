"""Running a server: one process, or several on one PostgreSQL."""

import asyncio
import os
import socket
import sys
import tempfile
from contextlib import suppress
from importlib.util import find_spec

import uvicorn
from uvicorn.supervisors.multiprocess import Multiprocess

from knobel.core.errors import BadSetup
from knobel.server.database import address
from knobel.server.http.app import create_app
from knobel.server.http.garbage import look_rarely
from knobel.server.http.logs import write_logs
from knobel.server.http.metrics import SHARED
from knobel.server.http.patience import Patient
from knobel.server.http.settings import Settings
from knobel.server.store import Store

if sys.platform != "win32":
    import resource

FACTORY = "knobel.server.http.app:from_environment"
_GRACE = 10
"""Seconds for what is under way when the server is told to stop."""


def prepare(settings: Settings) -> None:
    """Bring the database up to date before anybody comes; whatever is wrong with it is told now."""
    url = address(settings.database)
    if url.get_backend_name() == "sqlite":
        if settings.workers > 1:
            raise BadSetup("SQLite is for one worker; use --database postgresql://… for several, or --workers 1")
        if not settings.database_url:
            _make_folder(settings)
    elif find_spec("asyncpg") is None:
        raise BadSetup("PostgreSQL needs one more package; run pip install 'knobel[postgres]'")
    asyncio.run(_upgrade(settings.database))


def run(settings: Settings, listening: socket.socket) -> None:
    """Serve until a signal comes."""
    config = uvicorn.Config(
        FACTORY if settings.workers > 1 else create_app(settings),
        factory=settings.workers > 1,
        workers=settings.workers,
        http=Patient,
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=_GRACE,
    )
    write_logs(settings.log)
    look_rarely()
    _allow_many()
    try:
        if settings.workers == 1:
            uvicorn.Server(config).run([listening])
        else:
            with tempfile.TemporaryDirectory(prefix="knobel-figures-") as figures:
                os.environ[SHARED] = figures
                Multiprocess(config, [listening]).run()
    except KeyboardInterrupt:
        # Whoever pressed the keys knows it.
        pass


def _allow_many() -> None:
    """Let a process have as many connections as the system allows it; many systems begin with 1,024."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = hard if hard != resource.RLIM_INFINITY else 1 << 20
    if soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _make_folder(settings: Settings) -> None:
    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadSetup(
            f"the folder {settings.data} cannot be made: {error.strerror}; choose another with --data"
        ) from None


async def _upgrade(url: str) -> None:
    store = Store(url)
    try:
        await store.start()
    finally:
        await store.close()
        # A thread of the driver that could not open a file still wants to tell the loop so.
        await asyncio.sleep(0.1)
