"""A cache of tables, each as its log stood when this worker last read or wrote it, and the writer behind it."""

import asyncio
import random
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TypeVar
from weakref import WeakValueDictionary

from knobel.core.errors import KnobelError
from knobel.server.storage.store import Changes, Store
from knobel.tables.errors import Busy
from knobel.tables.keys import WATCHER, SeatKey, hashed
from knobel.tables.log import LogEntry
from knobel.tables.seats import may_watch
from knobel.tables.table import Table

T = TypeVar("T")

MOST_TABLES = 4096
"""How many tables a worker keeps; the least recently used are dropped and read again when they are needed."""
MANY_ENTRIES = 200
"""So many log entries take long enough to replay that it is done in a thread."""
ATTEMPTS = 40
"""How often a command is tried again because somebody else was first."""


class TableCache:
    """An LRU cache of tables. A cached table is never changed: callers get copies."""

    def __init__(self, store: Store, on_news: Callable[[str], None]) -> None:
        self._store, self._on_news = store, on_news
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._told: dict[str, list[LogEntry]] = {}
        """What other workers have added to cached tables; it is applied when somebody looks."""
        self._evictions = 0
        self._loads = 0
        """How many read tables now."""
        self._reading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._long = asyncio.Lock()
        """Long logs are replayed one at a time."""

    async def load(self, name: str, key: str = "", *, whole: bool = False) -> Table:
        """A copy of the table as its log stands now; `whole` reads all keys and tickets again."""
        self._loads += 1
        try:
            while True:
                evictions = self._evictions
                async with self._alone(name):
                    fork = await self._read(name, key, whole=whole)
                    # What was read while tables were evicted may know keys that are void since.
                    if evictions == self._evictions:
                        self.put(fork)
                        return _copy(fork, key)
        finally:
            self._loads -= 1

    async def watched(self, name: str, key: str) -> Table:
        """The same, for one who may see the table."""
        found = await self.load(name, key)
        may_watch(found, key)
        return found

    @asynccontextmanager
    async def _alone(self, name: str) -> AsyncIterator[None]:
        """Of many who want a table that is not cached, one reads it; the others find it then."""
        if name in self._tables:
            yield
            return
        lock = self._reading.setdefault(name, asyncio.Lock())
        async with lock:
            yield

    async def _read(self, name: str, key: str, *, whole: bool) -> Table:
        """The table as its log stands now, which is not cached yet."""
        cached = self._current(name)
        found = None
        if cached and cached.tail:
            # Tickets come and go without a log entry, but who loses a seat loses it with one that is not of the record.
            enough = not whole and _knows(cached, key)
            found = await self._store.news(name, cached.tail[-1], None if enough else hashed(key))
        if cached is None or found is None:
            # It was never read, or is gone, or another has its name.
            self._tables.pop(name, None)
            cached = Table(await self._store.setup(name))
            found = await self._store.read(name, 0, hashed(key))
        entries, seat_keys = found
        fork = cached.fork(cached.seat_keys if seat_keys is None else seat_keys)
        if len(entries) <= MANY_ENTRIES:
            return fork.read(entries)
        async with self._long:
            return await asyncio.to_thread(fork.read, entries)

    def peek(self, name: str, key: str = "") -> Table | None:
        """The very table as it is cached, if it is and knows the key, for one who only looks; its log may have gone on.

        It has the keys of all watchers that are known.
        """
        cached = self._current(name)
        return cached if cached and _knows(cached, key) else None

    def extend(self, name: str, entries: Sequence[LogEntry]) -> bool:
        """Apply new log entries of another worker; False if they do not follow on what is cached, or touch keys."""
        known = self.seq(name)
        news = [entry for entry in entries if entry.seq > known]
        if name not in self._tables or not entries:
            return False
        if any(entry.kind != "entry" for entry in news) or (news and news[0].seq != known + 1):
            return False
        self._told.setdefault(name, []).extend(news)
        return True

    def concerns(self, name: str) -> bool:
        """A table is cached, or may be soon: somebody is reading."""
        return name in self._tables or self._loads > 0

    def seq(self, name: str) -> int:
        """The number of the last log entry of a table that is known."""
        if name not in self._tables:
            return 0
        told = self._told.get(name)
        return told[-1].seq if told else self._tables[name].seq

    def put(self, table: Table) -> None:
        """Cache a table that nobody will change any more."""
        name = table.setup.table
        cached = self._tables.get(name, table)
        # Watchers are read one at a time, so that those known before are added.
        if table.seat_keys is not cached.seat_keys:
            watchers = (one for one in cached.seat_keys if one.seat == WATCHER)
            table.seat_keys = tuple(dict.fromkeys([*table.seat_keys, *watchers]))
        known = self.seq(name)
        if table.seq >= cached.seq:
            self._tables[name] = table
            told = self._told.pop(name, ())
            if later := [entry for entry in told if entry.seq > table.seq]:
                self._told[name] = later
        self._tables.move_to_end(name)
        while len(self._tables) > MOST_TABLES:
            self._told.pop(self._tables.popitem(last=False)[0], None)
        if table.seq > known:
            # However it was come across, those who follow the table wait for it.
            self._on_news(name)

    def seat_keys(self, table: Table) -> tuple[SeatKey, ...]:
        """The keys of a table that are known now; of an evicted one those of its seats, as watchers are read again."""
        cached = self._tables.get(table.setup.table)
        return cached.seat_keys if cached else tuple(one for one in table.seat_keys if one.seat != WATCHER)

    def evict(self, name: str | None = None) -> None:
        """Drop a table, or all of them, and what is being read of them."""
        self._evictions += 1
        if name is None:
            self._tables.clear()
            self._told.clear()
        else:
            self._tables.pop(name, None)
            self._told.pop(name, None)

    def _current(self, name: str) -> Table | None:
        """The cached table, after all that was told of it."""
        cached = self._tables.get(name)
        if cached and (told := self._told.get(name)):
            self.put(cached.fork(cached.seat_keys).read(told))
        return self._tables.get(name)


class TableWriter:
    """Changes tables by optimistic concurrency: a command is tried on a copy, and what came of it added to the log."""

    def __init__(self, store: Store, cache: TableCache, on_change: Callable[[Table], None]) -> None:
        self._store, self._cache, self._on_change = store, cache, on_change

    async def change(self, name: str, key: str, act: Callable[[Table], T], *, quick: bool = False) -> T:
        """Let something happen at a table; if somebody else was first, read the log and try again.

        What is done in the game, and touches nobody's keys, may be tried `quick`ly on the cached table: if that is
        outdated, the log takes no entry after it, and what came of the try does not count.
        """
        cached = self._cache.peek(name, key) if quick else None
        if cached:
            draft = cached.fork(cached.seat_keys)
            try:
                result = act(draft)
            except KnobelError:
                draft.added.clear()
            if draft.added and await self._append(draft, quick=True):
                return result
        for attempt in range(ATTEMPTS):
            draft = await self._cache.load(name, key, whole=True)
            result = act(draft)
            if not (draft.added or draft.keys_added or draft.keys_removed) or await self._append(draft):
                return result
            await asyncio.sleep(random.random() * 0.002 * (attempt + 1))
        raise Busy("too many write at this table at once; send the same command again")

    async def _append(self, draft: Table, *, quick: bool = False) -> bool:
        """Store what has happened, and tell of it; False if somebody else was first."""
        changes = Changes(draft.setup.table, draft.added, draft.keys_added, draft.keys_removed, draft.opening)
        stored = await self._store.append(changes)
        if stored and draft.added:
            if draft.keys_removed:
                draft.seat_keys = tuple(one for one in draft.seat_keys if one not in draft.keys_removed)
            draft.added, draft.opening, draft.keys_added, draft.keys_removed = [], None, [], []
            if quick:
                # It touched nobody's keys, but while it was written somebody who watched may have lost theirs.
                draft.seat_keys = self._cache.seat_keys(draft)
            self._cache.put(draft)
            self._on_change(draft)
        return stored


def _copy(table: Table, key: str) -> Table:
    """A copy for one who has this key; of the keys of watchers, it has this one only."""
    mark = hashed(key)
    return table.fork([one for one in table.seat_keys if one.seat != WATCHER or one.hashed == mark])


def _knows(table: Table, key: str) -> bool:
    """The cached table is enough to tell what a key opens there."""
    if not key:
        return True
    mark = hashed(key)
    for one in table.seat_keys:
        if one.hashed == mark:
            return True
    return mark in (table.setup.invite, table.setup.watch)
