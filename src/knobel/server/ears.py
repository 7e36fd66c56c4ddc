"""Ears: what a worker remembers of tables that are followed here is kept up to date, whoever changes them."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from knobel.core.errors import KnobelError
from knobel.server.bus import Bus
from knobel.server.memory import Memory
from knobel.server.row import Row
from knobel.server.store import Store

_AT_ONCE = 500
"""How many tables are asked for at once."""


class Ears:
    """Reads what others wrote, and only then rings the bells: whoever is woken finds the news remembered."""

    def __init__(self, store: Store, memory: Memory, bus: Bus, poll: float) -> None:
        self._store, self._memory, self._bus, self._poll = store, memory, bus, poll
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._behind: set[str] = set()
        """Tables of which there are news that nobody has read yet."""
        self._patrol: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look at all tables now and then, for calls may be lost."""
        self._patrol = asyncio.create_task(self._walk())

    async def close(self) -> None:
        """Hear nothing more."""
        tasks = [*self._tasks.values(), *([self._patrol] if self._patrol else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def hear(self, table: str, rows: Sequence[Row] = ()) -> None:
        """Somebody else changed a table, maybe by these rows."""
        if table not in self._bus:
            return
        if table not in self._tasks and self._memory.learn(table, rows):
            self._bus.ring(table)
            return
        self._behind.add(table)
        if table not in self._tasks:
            self._tasks[table] = asyncio.create_task(self._catch_up(table))

    async def look_around(self) -> None:
        """Find out which tables were changed by somebody else."""
        followed = self._bus.tables
        with suppress(KnobelError):
            for first in range(0, len(followed), _AT_ONCE):
                heads = await self._store.heads(followed[first : first + _AT_ONCE])
                for table, head in heads.items():
                    if head > self._memory.seq(table):
                        self.hear(table)

    async def _walk(self) -> None:
        while True:
            await asyncio.sleep(self._poll)
            await self.look_around()

    async def _catch_up(self, table: str) -> None:
        try:
            # Who calls while the log is read may mean rows that were not there yet.
            while table in self._behind:
                self._behind.discard(table)
                await self._memory.look(table)
                self._bus.ring(table)
        except KnobelError:
            # The database is gone, or the table; whoever looks around will find out.
            self._behind.discard(table)
        finally:
            del self._tasks[table]
