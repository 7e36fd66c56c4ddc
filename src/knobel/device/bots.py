"""Bots on a device: simple players that need no tables of values, at a pace that people can follow."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from knobel.core.game import Throw
from knobel.players.bot import LEVELS, Greedy, Level
from knobel.tables.errors import NoTable, Stale
from knobel.tables.pace import weight
from knobel.tables.table import Table

SIMPLE: tuple[Level, ...] = LEVELS[:1]
"""The level that plays on a device: whoever takes what pays most at once is about as strong in most games."""

Load = Callable[[str], Awaitable[Table]]
Make = Callable[[str, int, Any, int], Awaitable[None]]
"""Makes a move, or throws if it is None: table, seat, move, the last log entry that was known."""


class Bots:
    """Plays for all bots of a device, one task a table at most."""

    def __init__(self, load: Load, make: Make, pace: float) -> None:
        self._load, self._make = load, make
        self._pace = pace
        """Seconds that a bot takes for a decision."""
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def wake(self, table: Table) -> None:
        """See to it that the bots of a table play, if it is their turn."""
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
                seat = table.bots[0]
                move = None if isinstance(table.pending, Throw) else _think(table, seat)
                await asyncio.sleep(self._pace * table.tempo * weight(table, seat, move))
                try:
                    await self._make(name, seat, move, table.seq)
                except Stale:
                    continue
        except NoTable:
            return
        finally:
            # Nothing is awaited after the last look, or a wake-up could fall into the gap.
            del self._tasks[name]


def _think(table: Table, seat: int) -> Any:
    """The move of a bot."""
    return Greedy(secrets.randbits(63))(table.game, table.record.state, seat)
