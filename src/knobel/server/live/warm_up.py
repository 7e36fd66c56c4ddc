"""Warm-up: loads the coach of a game in the background as soon as somebody follows a table of it."""

import asyncio
from contextlib import suppress

from knobel.answers.advice import warm
from knobel.core.errors import KnobelError
from knobel.server.live.pool import Pool
from knobel.tables.table import Table


class WarmUp:
    """Warms up the worker processes of the coach, game by game, while they are idle."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._known: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def expect(self, table: Table) -> None:
        """Warm up for the game of this table, since somebody may ask the coach soon."""
        game = table.game
        # Not with threads, which would slow the event loop.
        if not self._pool.apart or not table.setup.coach or game.key in self._known or self._pool.waiting:
            return
        self._known.add(game.key)
        task = asyncio.create_task(self._warm(game.key, game.seats, dict(game.options)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _warm(self, key: str, seats: int, options: dict[str, str]) -> None:
        # Without the warm-up, the first answer only takes longer.
        with suppress(KnobelError):
            await self._pool.run(warm, key, seats, options)

    async def close(self) -> None:
        """Cancel all warm-ups."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
