"""Warm-up: loads coach and bots of a game in the background as soon as a table of it is shown."""

import asyncio
from contextlib import suppress

from knobel.app.ports import Jobs
from knobel.core.errors import KnobelError
from knobel.core.game import AnyGame
from knobel.tables.table import Table


class WarmUp:
    """Warms up one game after the other."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._games: set[AnyGame] = set()
        self._last: asyncio.Future[None] | None = None

    def expect(self, table: Table) -> None:
        """Warm up for the game of this table, since somebody may ask the coach soon, or a bot may have to decide."""
        if table.over or table.game in self._games or not (table.setup.coach or any(table.levels)):
            return
        if self._jobs.may_warm_up(table):
            self._games.add(table.game)
            self._last = asyncio.ensure_future(self._warm_up(table.game, self._last))

    async def _warm_up(self, game: AnyGame, before: asyncio.Future[None] | None) -> None:
        if before:
            await before
        # Without the warm-up, or where values cannot be fetched, the first answer takes longer or says what is missing.
        with suppress(KnobelError):
            await self._jobs.warm_up(game)

    async def idle(self) -> None:
        """Wait until all warm-ups are done."""
        if self._last:
            await self._last

    async def close(self) -> None:
        """Cancel the warm-ups."""
        if self._last:
            self._last.cancel()
            await asyncio.gather(self._last, return_exceptions=True)
