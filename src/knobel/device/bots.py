"""Bots on a device, of all levels, at a pace that people can follow."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any

from knobel.core.dealt import bot_seed
from knobel.core.game import Throw
from knobel.players.bot import USUAL, bot
from knobel.players.bot import level as level_of
from knobel.tables.errors import NoTable, Stale
from knobel.tables.pace import Tempos, weight
from knobel.tables.table import Table

Load = Callable[[str], Awaitable[Table]]
Make = Callable[[str, int, Any, int], Awaitable[None]]
"""Makes a move, or throws if the move is None: table, seat, move, the last known log entry."""
Fetch = Callable[[str], Awaitable[bool]]
"""Fetches the values of a game; False if that is not possible, so that bots fall back to a greedy player."""


class Bots:
    """Plays for all bots of a device, in at most one task for each table."""

    def __init__(self, load: Load, make: Make, fetch: Fetch, pace: float) -> None:
        self._load, self._make, self._fetch = load, make, fetch
        self._pace = pace
        """Seconds that a bot takes for a decision."""
        self.tempos = Tempos()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def wake(self, table: Table) -> None:
        """Start a task that plays the bots of a table, if it is their turn."""
        name = table.setup.table
        if table.bots and name not in self._tasks:
            self._tasks[name] = asyncio.ensure_future(self._run(name))

    async def idle(self) -> None:
        """Wait until no bot has anything to do."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    async def _run(self, name: str) -> None:
        """Play as long as it is a bot's turn."""
        try:
            while (table := await self._load(name)).bots:
                seat, began = table.bots[0], monotonic()
                move = None if isinstance(table.pending, Throw) else await self._think(table, seat)
                pause = self._pace * self.tempos.of(name) * weight(table, seat, move) - (monotonic() - began)
                await asyncio.sleep(max(0.0, pause))
                try:
                    await self._make(name, seat, move, table.seq)
                except Stale:
                    continue
        except NoTable:
            return
        finally:
            # Nothing is awaited between the last check and this, or a wake-up could be lost.
            del self._tasks[name]

    async def _think(self, table: Table, seat: int) -> Any:
        """The move of a bot; in the game of a day it is the same on every device."""
        await self._fetch(table.game.key)
        dealt = table.setup.dealt
        seed = bot_seed(dealt, seat, len(table.record.standing)) if dealt else None
        player = bot(table.game, level_of(table.seats[seat].level or USUAL.key), seed)
        return player(table.game, table.record.state, seat)
