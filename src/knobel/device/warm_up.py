"""Warm-up: loads coach and bots of a game in the background as soon as a table of it is shown."""

import asyncio
from contextlib import suppress

from knobel.answers.advice import warming
from knobel.core.errors import NotProvided
from knobel.core.game import AnyGame
from knobel.device.bots import Fetch
from knobel.tables.table import Table

PAUSE = 0.05
"""Seconds between two steps, in which other requests run first."""


class WarmUp:
    """Warms up one game after the other, in small steps."""

    def __init__(self, fetch: Fetch, pause: float = PAUSE) -> None:
        self._fetch, self._pause = fetch, pause
        self._known: set[AnyGame] = set()
        self._last: asyncio.Future[None] | None = None

    def expect(self, table: Table) -> None:
        """Warm up for the game of this table, since somebody may ask the coach soon, or a bot may have to decide."""
        if table.over or table.game in self._known or not (table.setup.coach or any(table.levels)):
            return
        self._known.add(table.game)
        self._last = asyncio.ensure_future(self._warm(table.game, self._last))

    async def idle(self) -> None:
        """Wait until all warm-ups are done."""
        if self._last:
            await self._last

    async def _warm(self, game: AnyGame, before: asyncio.Future[None] | None) -> None:
        if before:
            await before
        # If the values cannot be fetched, a later request to the coach gets the error.
        if await self._fetch(game.key):
            with suppress(NotProvided):
                for _ in warming(game):
                    await asyncio.sleep(self._pause)
