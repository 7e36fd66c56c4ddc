"""Bots at tables: they think outside the event loop, a few at a time, and hold nothing while they do."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from knobel.core.errors import KnobelError
from knobel.core.game import AnyGame, Throw
from knobel.players.bot import bot
from knobel.players.bot import level as level_of
from knobel.players.greedy import Greedy
from knobel.server.acts import ROLL
from knobel.server.errors import Busy, Stale
from knobel.server.pool import Pool
from knobel.server.table import Table

_PATIENCE = 5
"""How often a bot tries a move that is refused before it waits for the next look at the table."""

Look = Callable[[str], Awaitable[Table]]
Make = Callable[[str, int, str, int], Awaitable[None]]


def think(game: AnyGame, state: Any, seat: int, level: str) -> str:
    """The move of a bot; one whose knowledge is missing takes what pays most at once."""
    try:
        return str(bot(game, level_of(level))(game, state, seat))
    except KnobelError:
        return str(Greedy()(game, state, seat))


class Bots:
    """All bots of this process, one task a table at most. Two workers may think about one move; one makes it."""

    def __init__(self, look: Look, make: Make, pool: Pool, pace: float) -> None:
        self._look, self._make, self._pool = look, make, pool
        self._pace = pace
        """Seconds that a bot takes for everything, so that people can follow, or take back what they did."""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._woken: set[str] = set()
        """Tables at which something happened while their bots were busy."""

    def wake(self, table: Table) -> None:
        """See to it that the bots of a table play, if it is their turn."""
        name = table.setup.table
        if table.bots and name in self._tasks:
            self._woken.add(name)
        elif table.bots:
            self._tasks[name] = asyncio.create_task(self._run(name))

    async def close(self) -> None:
        """Stop thinking; what is not made yet is thought of again after the next start."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, name: str) -> None:
        """Play as long as it is a bot's turn."""
        refused = 0
        try:
            while refused < _PATIENCE:
                self._woken.discard(name)
                try:
                    played = await self._play(name)
                except (Stale, Busy):
                    refused += 1
                else:
                    if not played and name not in self._woken:
                        return
        finally:
            # Without waiting for anything after the last look, or a call to wake up could fall into the gap.
            self._woken.discard(name)
            del self._tasks[name]

    async def _play(self, name: str) -> bool:
        """Make one move, if a bot has to."""
        table = await self._look(name)
        if not table.bots:
            return False
        if self._pace:
            await asyncio.sleep(self._pace)
            table = await self._look(name)
        if table.bots:
            seat = table.bots[0]
            await self._make(name, seat, await self._move(table, seat), table.seq)
        return True

    async def _move(self, table: Table, seat: int) -> str:
        """What a bot does at its turn."""
        if isinstance(table.pending, Throw):
            return ROLL
        return await self._pool.run(think, table.game, table.record.state, seat, table.seats[seat].level)
