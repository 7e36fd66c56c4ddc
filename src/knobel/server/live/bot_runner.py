"""Runs bots: their moves are computed in a pool outside the event loop, and no lock is held meanwhile."""

import asyncio
from asyncio import sleep
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any

from knobel.core.dealt import bot_seed
from knobel.core.game import AnyGame, Throw
from knobel.players.bot import bot
from knobel.players.bot import level as level_of
from knobel.server.live.pool import Pool
from knobel.tables.errors import Busy, NoTable, Stale
from knobel.tables.pace import Tempos, weight
from knobel.tables.table import Table

_ATTEMPTS = 5
"""How often a bot tries a move that is refused before it waits for the next wake-up."""

Load = Callable[[str], Awaitable[Table]]
Make = Callable[[str, int, Any, int], Awaitable[None]]
"""Makes a move, or throws if the move is None: table, seat, move, the last known log entry."""


def think(game: AnyGame, state: Any, seat: int, level: str, seed: int | None = None) -> Any:
    """The move of a bot; with a seed it is the same every time."""
    return bot(game, level_of(level), seed)(game, state, seat)


class BotRunner:
    """Plays for all bots of this process, one task a table at most; if two workers try a move, one succeeds."""

    def __init__(self, load: Load, make: Make, pool: Pool, pace: float) -> None:
        self._load, self._make, self._pool = load, make, pool
        self._pace = pace
        """Seconds that a bot takes for a decision, so that people can follow."""
        self.tempos = Tempos()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._woken: set[str] = set()
        """Tables at which something happened while their bots were busy."""

    def wake(self, table: Table) -> None:
        """Start a task that plays the bots of a table, if it is their turn."""
        if not table.bots:
            return
        name = table.setup.table
        if name in self._tasks:
            self._woken.add(name)
        else:
            self._tasks[name] = asyncio.create_task(self._run(name))

    async def close(self) -> None:
        """Cancel all tasks; the bots go on playing after the next start."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, name: str) -> None:
        """Play as long as it is a bot's turn."""
        refused = 0
        try:
            while refused < _ATTEMPTS:
                self._woken.discard(name)
                try:
                    played = await self._play(name)
                except (Stale, Busy):
                    refused += 1
                except NoTable:
                    return
                else:
                    if not played and name not in self._woken:
                        return
        finally:
            # Nothing is awaited between the last check and this, or a wake-up could be lost.
            self._woken.discard(name)
            del self._tasks[name]

    async def _play(self, name: str) -> bool:
        """Make one move if it is a bot's turn; False otherwise."""
        table = await self._load(name)
        if not table.bots:
            return False
        seat = table.bots[0]
        began = monotonic()
        move = await self._move(table, seat)
        pause = self._pace * self.tempos.of(name) * weight(table, seat, move) - (monotonic() - began)
        if pause > 0:
            await sleep(pause)
        await self._make(name, seat, move, table.seq)
        return True

    async def _move(self, table: Table, seat: int) -> Any:
        """The move of a bot at its turn; None if it has to throw."""
        if isinstance(table.pending, Throw):
            return None
        dealt = table.setup.dealt
        seed = bot_seed(dealt, seat, len(table.record.standing)) if dealt else None
        return await self._pool.run(think, table.game, table.record.state, seat, table.seats[seat].level, seed)
