"""Readiness: whether this worker reaches its database, and can write to it."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from knobel.core.errors import KnobelError
from knobel.tables.errors import Busy

LOG = logging.getLogger("knobel.server")
PAUSE = 1.0
"""Seconds before a database that was away is tried again."""
FRESH = 1.0
"""Seconds for which an answer is good: however often somebody asks, the disk is written to no more often."""


class Readiness:
    """What `/readyz` tells."""

    def __init__(self, write: Callable[[], Awaitable[None]]) -> None:
        self._write = write
        self._problem: KnobelError | None = Busy("the server is starting; come again in a moment")
        self._reason = ""
        """Why it has not started."""
        self._started = False
        self._checked = 0.0
        self._checking = asyncio.Lock()

    async def try_to(self, begin: Callable[[], Awaitable[None]]) -> bool:
        """Start; False if the database is unreachable."""
        try:
            await begin()
        except KnobelError as error:
            # Why is for the log: strangers need not know where the database is.
            if str(error) != self._reason:
                self._reason = str(error)
                LOG.warning("waiting for the database", extra={"facts": {"reason": self._reason}})
            self._problem = Busy("the server waits for its database; come again in a moment")
            return False
        return True

    async def insist_to(self, begin: Callable[[], Awaitable[None]]) -> None:
        """Start as soon as the database can be reached; a worker that exited instead would stop the others too."""
        while not await self.try_to(begin):
            await asyncio.sleep(PAUSE)

    def started(self) -> None:
        """The database is there, and up to date."""
        self._started, self._problem = True, None

    def check_started(self) -> None:
        """Refuse requests until the database was reached once."""
        if not self._started and self._problem:
            raise self._problem

    async def check(self) -> None:
        """Refuse if nothing could be stored now."""
        async with self._checking:
            if self._started and time.monotonic() > self._checked + FRESH:
                self._problem = await self._try()
                self._checked = time.monotonic()
        if self._problem:
            raise self._problem

    async def _try(self) -> KnobelError | None:
        try:
            await self._write()
        except KnobelError as error:
            return error
        except TimeoutError:
            return Busy("the database takes too long to answer; come again in a moment")
        return None
