"""Signals that something has happened at a table, and the refresher that keeps followed tables up to date."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from knobel.core.errors import KnobelError
from knobel.server.live.table_cache import TableCache
from knobel.server.storage.store import Store
from knobel.tables.errors import NoTable
from knobel.tables.log import LogEntry

_POLL_BATCH = 500
"""The most tables that are polled with one query."""


class TableSignals:
    """Publish and subscribe within a process, by table. A signal carries no data; subscribers read the log."""

    def __init__(self) -> None:
        self._signals: dict[str, set[Signal]] = {}

    @contextmanager
    def subscribe(self, table: str, signal: "Signal") -> Iterator[None]:
        """Notify this signal whenever something happens at a table."""
        self._signals.setdefault(table, set()).add(signal)
        try:
            yield
        finally:
            self._signals[table].discard(signal)
            if not self._signals[table]:
                del self._signals[table]

    def send(self, table: str) -> None:
        """Wake all subscribers of a table."""
        for signal in self._signals.get(table, ()):
            signal.notify(table)

    def __contains__(self, table: str) -> bool:
        return table in self._signals

    @property
    def tables(self) -> list[str]:
        """The tables with subscribers."""
        return list(self._signals)


class Signal:
    """Wakes one subscriber of several tables, and collects which of them have news."""

    __slots__ = ("_tables", "_waiting")

    def __init__(self) -> None:
        self._tables: set[str] = set()
        """The tables that have news since the last wait."""
        self._waiting: asyncio.Future[None] | None = None

    def notify(self, table: str) -> None:
        """Record news of a table, and wake the subscriber."""
        self._tables.add(table)
        if self._waiting and not self._waiting.done():
            self._waiting.set_result(None)

    async def wait(self) -> set[str]:
        """Wait for news; the tables that have some since the last call."""
        if not self._tables:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        return self.collect()

    def collect(self) -> set[str]:
        """The tables that have news since the last call."""
        tables, self._tables = self._tables, set()
        return tables


class Refresher:
    """Updates the cache of followed tables when another worker changes them, which wakes their followers.

    Notifications of other workers may be lost, so all followed tables are polled as well.
    """

    def __init__(self, store: Store, cache: TableCache, signals: TableSignals, interval: float) -> None:
        self._store, self._cache, self._signals, self._interval = store, cache, signals, interval
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._outdated: set[str] = set()
        """Tables that another worker has changed and that are not reloaded yet."""
        self._polling: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start polling."""
        self._polling = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop polling and reloading."""
        tasks = [*self._tasks.values(), *([self._polling] if self._polling else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def concerns(self, table: str) -> bool:
        """Whether a change of this table by another worker matters here."""
        return table in self._signals or self._cache.concerns(table)

    def changed(self, table: str, entries: Sequence[LogEntry] = ()) -> None:
        """Handle a change of a table by another worker, with its log entries if known; none if it was deleted."""
        if table not in self._signals:
            # The next command would run on the cached table, and conflict if that were outdated.
            if not self._cache.extend(table, entries):
                self._cache.evict(table)
            return
        if table not in self._tasks and self._cache.extend(table, entries):
            self._signals.send(table)
            return
        self._outdated.add(table)
        if table not in self._tasks:
            self._tasks[table] = asyncio.create_task(self._reload(table))

    async def poll(self) -> None:
        """Find the followed tables that another worker has changed."""
        followed = self._signals.tables
        with suppress(KnobelError):
            for first in range(0, len(followed), _POLL_BATCH):
                batch = followed[first : first + _POLL_BATCH]
                heads = await self._store.heads(batch)
                for table in batch:
                    if table not in heads or heads[table] > self._cache.seq(table):
                        self.changed(table)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._interval)
            await self.poll()

    async def _reload(self, table: str) -> None:
        try:
            # A notification that arrives during the load may be about entries that it did not see.
            while table in self._outdated:
                self._outdated.discard(table)
                await self._cache.load(table)
        except NoTable:
            # Its followers find out when they look.
            self._outdated.discard(table)
            self._signals.send(table)
        except KnobelError:
            # The database is unreachable; the next poll retries.
            self._outdated.discard(table)
        finally:
            del self._tasks[table]
