"""The herald: lets the workers on one PostgreSQL ring each other's bells; a lost call is harmless, readers look."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import astuple

import asyncpg
from sqlalchemy.engine import URL

from knobel.server.ears import Ears
from knobel.server.row import Row

CHANNEL = "knobel"
_CALL = "SELECT pg_notify($1, name) FROM unnest($2::text[]) AS name"
_MOST = 7500
"""Characters of a call; PostgreSQL takes a little more."""
_PAUSE = 2.0
"""Seconds before a lost connection is tried again."""


class Herald:
    """One connection of its own, that calls and listens; outside of every transaction that writes."""

    def __init__(self, url: URL, ears: Ears) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._ears = ears
        self._news: dict[str, list[Row]] = {}
        self._called = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()
        """Set while the herald listens."""

    def start(self) -> None:
        """Begin to listen."""
        self._task = asyncio.create_task(self._run())

    def call(self, table: str, rows: Sequence[Row]) -> None:
        """Tell all other workers what happened at a table; calls in quick succession become one."""
        self._news.setdefault(table, []).extend(rows)
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
            own = connection.get_server_pid()

            def heard(_: object, process: int, _channel: str, words: object) -> None:
                # Its own calls come back to a herald as well.
                if process != own:
                    self._heard(str(words))

            await connection.add_listener(CHANNEL, heard)
            self.ready.set()
            # Who was deaf for a while looks for all there is.
            await self._ears.look_around()
            while True:
                await self._called.wait()
                self._called.clear()
                if connection.is_closed():
                    raise ConnectionError
                news, self._news = self._news, {}
                await connection.execute(_CALL, CHANNEL, [_worded(table, rows) for table, rows in news.items()])
        finally:
            connection.terminate()

    def _heard(self, words: str) -> None:
        table, *rows = json.loads(words)
        self._ears.hear(table, [Row(*row) for row in rows])


def _worded(table: str, rows: Sequence[Row]) -> str:
    """A call: a table, and the rows that are new there if PostgreSQL can carry them."""
    words = json.dumps([table, *map(astuple, rows)])
    return words if len(words) <= _MOST else json.dumps([table])
