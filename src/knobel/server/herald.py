"""The herald: lets the workers on one PostgreSQL ring each other's bells; a lost call is harmless, readers look."""

import asyncio
from contextlib import suppress
from typing import Any

import asyncpg
from sqlalchemy.engine import URL

from knobel.server.ears import Ears

CHANNEL = "knobel"
_CALL = "SELECT pg_notify($1, name) FROM unnest($2::text[]) AS name"
_PAUSE = 2.0
"""Seconds before a lost connection is tried again."""


class Herald:
    """One connection of its own, that calls and listens; outside of every transaction that writes."""

    def __init__(self, url: URL, ears: Ears) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._ears = ears
        self._news: set[str] = set()
        self._called = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()
        """Set while the herald listens."""

    def start(self) -> None:
        """Begin to listen."""
        self._task = asyncio.create_task(self._run())

    def call(self, table: str) -> None:
        """Tell all other workers that something happened at a table; calls in quick succession become one."""
        self._news.add(table)
        self._called.set()

    async def close(self) -> None:
        """Fall silent."""
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            try:
                await self._serve()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                self.ready.clear()
                await asyncio.sleep(_PAUSE)

    async def _serve(self) -> None:
        """Call and listen until the connection is lost."""
        connection = await asyncpg.connect(self._address)
        try:
            connection.add_termination_listener(lambda _: self._called.set())
            await connection.add_listener(CHANNEL, self._heard)
            self.ready.set()
            # Who was deaf for a while looks for all there is.
            await self._ears.look_around()
            while True:
                await self._called.wait()
                self._called.clear()
                if connection.is_closed():
                    raise ConnectionError
                news, self._news = self._news, set()
                await connection.execute(_CALL, CHANNEL, list(news))
        finally:
            connection.terminate()

    def _heard(self, connection: Any, process: int, _channel: str, table: object) -> None:
        # Its own calls come back to a herald as well.
        if process != connection.get_server_pid():
            self._ears.hear(str(table))
