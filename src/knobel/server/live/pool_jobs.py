"""The jobs of a server: long ones in a pool of processes with a fair queue, brief ones in threads."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from knobel.app.jobs import warm
from knobel.app.ports import Asker
from knobel.core.game import AnyGame
from knobel.server.live.pool import Pool
from knobel.tables.table import Table

T = TypeVar("T")


class PoolJobs:
    """The port `Jobs` over a pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self._threads: dict[str, ThreadPoolExecutor] = {}
        """A thread for each module of brief functions, so that pads that are drawn do not delay others' records."""
        self._warm: set[str] = set()
        """The games for which the pool was warmed up."""

    async def run(self, function: Callable[..., T], *arguments: Any, asker: Asker | None = None) -> T:
        """Run a job in the pool."""
        return await self.pool.run(function, *arguments, asker=asker)

    async def briefly(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run a function in a thread, after everything of the same module that was queued before."""
        module = function.__module__
        if module not in self._threads:
            self._threads[module] = ThreadPoolExecutor(1, thread_name_prefix=f"knobel-{module.rpartition('.')[2]}")
        return await asyncio.get_running_loop().run_in_executor(self._threads[module], function, *arguments)

    async def prepare(self, _game: str) -> bool:
        """All values are installed with the game."""
        return True

    def may_warm_up(self, table: Table) -> bool:
        """Only for a coach, once for each game, and in idle processes: threads would slow the event loop."""
        fresh = table.game.key not in self._warm
        return fresh and table.setup.coach and self.pool.apart and not self.pool.waiting

    async def warm_up(self, game: AnyGame) -> None:
        """Let a process of the pool load what the coach needs."""
        self._warm.add(game.key)
        await self.pool.run(warm, game.key, game.seats, dict(game.options))

    async def close(self) -> None:
        """Stop the pool and the threads."""
        await self.pool.close()
        for thread in self._threads.values():
            await asyncio.to_thread(thread.shutdown, cancel_futures=True)
