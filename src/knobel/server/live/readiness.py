"""Readiness: whether this worker can reach and write its database."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from knobel.core.errors import KnobelError
from knobel.tables.errors import Busy

LOG = logging.getLogger("knobel.server")
PAUSE = 1.0
"""Seconds between attempts to reach the database."""
FRESH = 1.0
"""Seconds for which a check is cached, so that polling does not write to the disk each time."""


class Readiness:
    """The state that `/readyz` reports."""

    def __init__(self, write: Callable[[], Awaitable[None]]) -> None:
        self._write = write
        self._problem: KnobelError | None = Busy("the server is starting; try again in a moment")
        self._reason = ""
        """The last reason that was logged."""
        self._started = False
        self._checked = 0.0
        self._checking = asyncio.Lock()

    async def try_to(self, begin: Callable[[], Awaitable[None]]) -> bool:
        """Try to start; False if the database is unreachable."""
        try:
            await begin()
        except KnobelError as error:
            # The reason goes to the log only: strangers need not know where the database is.
            if str(error) != self._reason:
                self._reason = str(error)
                LOG.warning("waiting for the database", extra={"facts": {"reason": self._reason}})
            self._problem = Busy("the server is waiting for its database; try again in a moment")
            return False
        return True

    async def insist_to(self, begin: Callable[[], Awaitable[None]]) -> None:
        """Retry until the database can be reached; uvicorn would stop all workers if one exited."""
        while not await self.try_to(begin):
            await asyncio.sleep(PAUSE)

    def started(self) -> None:
        """Record that the database was reached, and is migrated."""
        self._started, self._problem = True, None

    def check_started(self) -> None:
        """Refuse requests until the database was reached once."""
        if not self._started and self._problem:
            raise self._problem

    async def check(self) -> None:
        """Raise an error if the database cannot be written to now."""
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
            return Busy("the database takes too long to answer; try again in a moment")
        return None
