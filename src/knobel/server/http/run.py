"""Running a server with uvicorn: one process, or several workers on PostgreSQL; timeouts, limits and GC tuning."""

import asyncio
import gc
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from knobel.core.errors import BadSetup
from knobel.scene.text import text_error
from knobel.server.http.app import create_app
from knobel.server.http.metrics import SHARED
from knobel.server.http.request_log import write_logs
from knobel.server.http.settings import Settings, read_settings
from knobel.server.http.supervisor import Supervisor, end_with_main_process
from knobel.server.storage.database import address
from knobel.server.storage.sqlite_file import only_server
from knobel.server.storage.store import Store
from knobel.tables.errors import Busy

if sys.platform != "win32":
    import resource

FACTORY = "knobel.server.http.run:worker_app"
HEAD_SECONDS = 15.0
"""Seconds a client may take to send the request line and the headers."""
BODY_GRACE = 2.0
"""Extra seconds for a body, so that `RequestChecks` can answer "too slow" before the connection is closed."""
MOST_HEAD_BYTES = 65_536
_GRACE = 10
"""Seconds that requests in progress get when the server stops."""
_PATIENCE = 60
"""Seconds a worker may take to answer uvicorn's health check, which it cannot while it starts.

With the default of 5, uvicorn kills and restarts the workers of slow machines for ever.
"""
_GC_THRESHOLDS = (10_000, 4, 1_000)
"""Thresholds of the garbage collector: fewer collections than with Python's default of 700 new objects.

Reference counts free most objects of a request anyway. Higher thresholds would let half a million objects pile up, and
a collection would block everybody for a third of a second.
"""

_SWITCH_SECONDS = 0.0005
"""Seconds a thread may run before the event loop gets its turn; Python's default is ten times as long."""


@contextmanager
def prepared(settings: Settings) -> Iterator[bool]:
    """Migrate the database, and lock an SQLite file for this server; False if PostgreSQL cannot be reached.

    Permanent problems with the database are raised now.
    """
    url = address(settings.database)
    with ExitStack() as stack:
        if url.get_backend_name() == "sqlite":
            if settings.workers > 1:
                raise text_error(BadSetup, "cli.serve.one_worker")
            if not settings.database_url:
                _make_folder(settings)
            stack.enter_context(only_server(str(url.database)))
        try:
            asyncio.run(_upgrade(settings.database))
        except Busy:
            # The workers wait for the database, and log it.
            yield False
        else:
            yield True


def run(settings: Settings, listening: socket.socket) -> None:
    """Serve until a signal stops the server."""
    # Uvicorn makes the app, as it only notes signals: a KeyboardInterrupt raised in a weakref callback would be lost.
    config = uvicorn.Config(
        FACTORY if settings.workers > 1 else partial(make_app, settings),
        factory=True,
        workers=settings.workers,
        http=TimedProtocol,
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=_GRACE,
        timeout_worker_healthcheck=_PATIENCE,
    )
    write_logs(settings.log)
    _raise_file_limit()
    try:
        if settings.workers == 1:
            _serve(uvicorn.Server(config), listening)
        else:
            with tempfile.TemporaryDirectory(prefix="knobel-metrics-", ignore_cleanup_errors=True) as folder:
                os.environ[SHARED] = folder
                supervisor = Supervisor(config, [listening], Path(folder))
                supervisor.run()
            if supervisor.failed:
                raise BadSetup("no worker can be started; what is printed above says why")
    except KeyboardInterrupt:
        # Ctrl+C is no error.
        pass


def _serve(server: uvicorn.Server, listening: socket.socket) -> None:
    """Serve; a Ctrl+C while the event loop is made counts as one that comes later."""
    before = signal.signal(signal.SIGINT, server.handle_exit)
    try:
        server.run([listening])
    finally:
        signal.signal(signal.SIGINT, before)


def worker_app() -> FastAPI:
    """The app of one of several workers, with settings from the environment."""
    end_with_main_process(_GRACE)
    settings = read_settings()
    write_logs(settings.log)
    return make_app(settings)


def make_app(settings: Settings) -> FastAPI:
    """The app, in a process that is tuned for it."""
    app = create_app(settings)
    tune_python()
    return app


def _raise_file_limit() -> None:
    """Raise the limit of open files, and so of connections, as far as the system allows; many start with 1,024."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    target = hard if hard != resource.RLIM_INFINITY else 1 << 20
    if soft < target:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (target, hard))


def _make_folder(settings: Settings) -> None:
    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        reason = str(error.strerror)
        raise text_error(BadSetup, "cli.serve.no_folder", folder=str(settings.data), reason=reason) from None


async def _upgrade(url: str) -> None:
    store = Store(url)
    try:
        await store.start(check=True)
    finally:
        await store.close()
        # The driver's thread that failed to open a file still reports to the event loop.
        await asyncio.sleep(0.1)


class HeadTooLong(Exception):
    """The headers of a request are too long; the parser stops, and the connection is closed with status 400."""


class TimedProtocol(HttpToolsProtocol):
    """Uvicorn's HTTP protocol with limits: connections of an address, time and size of the headers, time of a body."""

    _host: str | None = None
    """The address for which this connection is counted."""
    _timer: asyncio.TimerHandle | None = None
    _head = 0
    """Bytes received of the headers so far."""
    _in_body = False
    _body_timed = False
    """Whether the timer is that of a body."""
    _whole = False
    """Whether a request is complete, and nothing was received since."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count a connection of a client; close it above the limit."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if not self.app.state.connections.enter(host):
            transport.abort()
            return
        self._host = host
        self._wait(HEAD_SECONDS)

    def data_received(self, data: bytes) -> None:
        """Parse a part of a request, with a timer until it is complete."""
        self._whole = False
        self._head += len(data)
        super().data_received(data)
        if self._whole or self.transport.is_closing():
            self._head = 0
            self._stop()
        elif self._in_body:
            self._head = 0
            if not self._body_timed:
                self._stop()
                self._body_timed = True
                self._wait(self.app.state.settings.body_seconds + BODY_GRACE)
        elif self._head > MOST_HEAD_BYTES:
            self.send_400_response("The headers of this request are too long.")
        else:
            self._wait(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer, and uncount the connection."""
        self._stop()
        if self._host is not None:
            self.app.state.connections.leave(self._host)
            self._host = None
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Called by the parser when a request begins."""
        self._whole = False
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Called by the parser when the headers are complete; too long ones are refused before anything is done."""
        self._in_body, self._body_timed = True, False
        # They may have come in one piece, and with a body.
        if len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers) > MOST_HEAD_BYTES:
            raise HeadTooLong
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Called by the parser when the request is complete."""
        self._in_body, self._whole = False, True
        super().on_message_complete()

    def _wait(self, seconds: float) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(seconds, self.transport.close)

    def _stop(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None


def tune_python() -> None:
    """Keep cached tables out of garbage collections, and let the event loop run more often beside threads."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GC_THRESHOLDS)
    sys.setswitchinterval(_SWITCH_SECONDS)
