"""Wake-ups of tasks that wait for news of a table, and the refresher that keeps followed tables up to date."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from knobel.core.errors import KnobelError
from knobel.server.live.table_cache import TableCache
from knobel.server.storage.store import Store
from knobel.tables.errors import NoTable
from knobel.tables.log import LogEntry

_AT_ONCE = 500
"""How many tables are polled with one query."""


class Wakeups:
    """Publish and subscribe within a process, table by table. A wake-up carries no news; these are in the log."""

    def __init__(self) -> None:
        self._bells: dict[str, set[Bell]] = {}

    @contextmanager
    def subscribe(self, table: str, bell: "Bell") -> Iterator[None]:
        """Ring this bell whenever something happens at a table."""
        self._bells.setdefault(table, set()).add(bell)
        try:
            yield
        finally:
            self._bells[table].discard(bell)
            if not self._bells[table]:
                del self._bells[table]

    def wake(self, table: str) -> None:
        """Wake all who wait for news of a table."""
        for bell in self._bells.get(table, ()):
            bell.ring(table)

    def __contains__(self, table: str) -> bool:
        return table in self._bells

    @property
    def tables(self) -> list[str]:
        """The tables for which somebody waits."""
        return list(self._bells)


class Bell:
    """Wakes one who waits for news of some tables, and tells of which there are some."""

    __slots__ = ("_heard", "_waiting")

    def __init__(self) -> None:
        self._heard: set[str] = set()
        self._waiting: asyncio.Future[None] | None = None

    def ring(self, table: str) -> None:
        """There is news of a table."""
        self._heard.add(table)
        if self._waiting and not self._waiting.done():
            self._waiting.set_result(None)

    async def wait(self) -> set[str]:
        """The tables of which there is news since the last time."""
        if not self._heard:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        heard, self._heard = self._heard, set()
        return heard


class Refresher:
    """Brings the cache of followed tables up to date when another worker changes them; that wakes their followers.

    Another worker's notification may be lost, so all followed tables are polled as well.
    """

    def __init__(self, store: Store, cache: TableCache, wakeups: Wakeups, interval: float) -> None:
        self._store, self._cache, self._wakeups, self._interval = store, cache, wakeups, interval
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._outdated: set[str] = set()
        """Tables that were changed by somebody else and not read again yet."""
        self._polling: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to poll."""
        self._polling = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop."""
        tasks = [*self._tasks.values(), *([self._polling] if self._polling else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def concerns(self, table: str) -> bool:
        """Whether it makes a difference here that another worker changed a table."""
        return table in self._wakeups or self._cache.concerns(table)

    def changed(self, table: str, entries: Sequence[LogEntry] = ()) -> None:
        """Another worker changed a table, maybe by these log entries; by none if it was deleted."""
        if table not in self._wakeups:
            # Who does something there next does it on what is cached, and would be refused if that were outdated.
            if not self._cache.extend(table, entries):
                self._cache.evict(table)
            return
        if table not in self._tasks and self._cache.extend(table, entries):
            self._wakeups.wake(table)
            return
        self._outdated.add(table)
        if table not in self._tasks:
            self._tasks[table] = asyncio.create_task(self._reload(table))

    async def poll(self) -> None:
        """Find out which followed tables were changed by another worker."""
        followed = self._wakeups.tables
        with suppress(KnobelError):
            for first in range(0, len(followed), _AT_ONCE):
                some = followed[first : first + _AT_ONCE]
                heads = await self._store.heads(some)
                for table in some:
                    if table not in heads or heads[table] > self._cache.seq(table):
                        self.changed(table)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._interval)
            await self.poll()

    async def _reload(self, table: str) -> None:
        try:
            # A notification that comes while the log is read may mean entries that were not there yet.
            while table in self._outdated:
                self._outdated.discard(table)
                await self._cache.load(table)
        except NoTable:
            # Its followers find out when they look.
            self._outdated.discard(table)
            self._wakeups.wake(table)
        except KnobelError:
            # The database is gone; the next poll finds out.
            self._outdated.discard(table)
        finally:
            del self._tasks[table]
