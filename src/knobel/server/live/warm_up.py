"""Warm-up: loads the coach of a game in the background as soon as somebody sits at a table of it."""

import asyncio
from contextlib import suppress

from knobel.answers.advice import warm
from knobel.core.errors import KnobelError
from knobel.server.live.pool import Pool
from knobel.tables.table import Table


class WarmUp:
    """Readies the workers of the coach, game by game, while they have nothing else to do."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._known: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def expect(self, table: Table) -> None:
        """Somebody may ask the coach at this table soon."""
        game = table.game
        # Threads would take from everybody what they give to the first who asks.
        if not self._pool.apart or not table.setup.coach or game.key in self._known or self._pool.waiting:
            return
        self._known.add(game.key)
        task = asyncio.create_task(self._warm(game.key, game.seats, dict(game.options)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _warm(self, key: str, seats: int, options: dict[str, str]) -> None:
        # Without it the first answer only takes longer.
        with suppress(KnobelError):
            await self._pool.run(warm, key, seats, options)

    async def close(self) -> None:
        """Stop."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
