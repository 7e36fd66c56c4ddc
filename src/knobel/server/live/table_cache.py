"""An LRU cache of tables, and the writer that changes them through it."""

import asyncio
import random
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import nullcontext
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
"""The most tables in the cache of a worker; the least recently used are evicted."""
MANY_ENTRIES = 200
"""Logs with more entries than this are replayed in a thread."""
ATTEMPTS = 40
"""How often a command is retried because of a conflict with another write."""


class TableCache:
    """An LRU cache of tables. A cached table is never changed: callers get copies."""

    def __init__(self, store: Store, on_news: Callable[[str], None]) -> None:
        self._store, self._on_news = store, on_news
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._told: dict[str, list[LogEntry]] = {}
        """Log entries of other workers for cached tables; they are applied lazily."""
        self._loads = 0
        """The number of loads in progress."""
        self._reading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """The lock of all who load a table now; after an eviction, later callers get another one."""
        self._long = asyncio.Lock()
        """Serialises the replay of long logs."""

    async def load(self, name: str, key: str = "", *, whole: bool = False) -> Table:
        """A copy of the table as its log stands now; `whole` reads all keys and tickets again."""
        self._loads += 1
        try:
            while True:
                lock = self._reading.setdefault(name, asyncio.Lock())
                # One caller reads a table that is not cached; the others then find it in the cache.
                async with nullcontext() if name in self._tables else lock:
                    if self._reading.get(name) is not lock:
                        continue
                    fork = await self._read(name, key, whole=whole)
                    # If the table was evicted meanwhile, the keys that were read may be revoked.
                    if self._reading.get(name) is lock:
                        self.put(fork)
                        return _copy(fork, key)
        finally:
            self._loads -= 1

    async def watched(self, name: str, key: str) -> Table:
        """A copy of the table, if the key may see it."""
        found = await self.load(name, key)
        may_watch(found, key)
        return found

    async def _read(self, name: str, key: str, *, whole: bool) -> Table:
        """The table as its log stands now, not cached yet."""
        cached = self._current(name)
        found = None
        if cached and cached.tail:
            # Tickets come and go without a log entry, but a seat is lost only with one that is not of the record.
            enough = not whole and _knows(cached, key)
            found = await self._store.news(name, cached.tail[-1], None if enough else hashed(key))
        if cached is None or found is None:
            # It was not cached, or the table was deleted, and maybe opened again under the same name.
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
        """The cached table itself, for reading only, if there is one that knows the key; its log may have gone on.

        It has the keys of all watchers that are known.
        """
        cached = self._current(name)
        return cached if cached and _knows(cached, key) else None

    def extend(self, name: str, entries: Sequence[LogEntry]) -> bool:
        """Apply log entries of another worker; False if there is a gap before them, or they change keys."""
        known = self.seq(name)
        news = [entry for entry in entries if entry.seq > known]
        if name not in self._tables or not entries:
            return False
        if any(entry.kind != "entry" for entry in news) or (news and news[0].seq != known + 1):
            return False
        self._told.setdefault(name, []).extend(news)
        return True

    def concerns(self, name: str) -> bool:
        """Whether a table is cached, or may be soon because a load is in progress."""
        return name in self._tables or self._loads > 0

    def seq(self, name: str) -> int:
        """The number of the last known log entry of a table."""
        if name not in self._tables:
            return 0
        told = self._told.get(name)
        return told[-1].seq if told else self._tables[name].seq

    def put(self, table: Table) -> None:
        """Cache a table that will not be changed any more."""
        name = table.setup.table
        cached = self._tables.get(name, table)
        # Only the keys of single watchers are read, so those known before are kept.
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
            # Wake the followers of the table.
            self._on_news(name)

    def seat_keys(self, table: Table) -> tuple[SeatKey, ...]:
        """The keys of a table that are known now; for an evicted one those of its seats, as watchers are read again."""
        cached = self._tables.get(table.setup.table)
        return cached.seat_keys if cached else tuple(one for one in table.seat_keys if one.seat != WATCHER)

    def evict(self, name: str | None = None) -> None:
        """Evict a table, or all of them, and discard loads in progress."""
        if name is None:
            self._reading.clear()
            self._tables.clear()
            self._told.clear()
        else:
            self._reading.pop(name, None)
            self._tables.pop(name, None)
            self._told.pop(name, None)

    def _current(self, name: str) -> Table | None:
        """The cached table, after pending log entries are applied."""
        cached = self._tables.get(name)
        if cached and (told := self._told.get(name)):
            self.put(cached.fork(cached.seat_keys).read(told))
        return self._tables.get(name)


class TableWriter:
    """Changes tables with optimistic concurrency: a command runs on a copy, and the result is appended to the log."""

    def __init__(self, store: Store, cache: TableCache, on_change: Callable[[Table], None]) -> None:
        self._store, self._cache, self._on_change = store, cache, on_change

    async def change(self, name: str, key: str, act: Callable[[Table], T], *, quick: bool = False) -> T:
        """Run a command on a table; on a conflict with another write, reload the table and retry.

        With `quick`, for commands that touch no keys, the cached table is tried first: if that is outdated, the append
        conflicts, and the result is discarded.
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
        """Append the entries of a draft to the log, and update the cache; False on a conflict."""
        changes = Changes(draft.setup.table, draft.added, draft.keys_added, draft.keys_removed, draft.opening)
        stored = await self._store.append(changes)
        if stored and draft.added:
            if draft.keys_removed:
                draft.seat_keys = tuple(one for one in draft.seat_keys if one not in draft.keys_removed)
            draft.added, draft.opening, draft.keys_added, draft.keys_removed = [], None, [], []
            if quick:
                # The command changed no keys, but a watcher may have lost theirs meanwhile.
                draft.seat_keys = self._cache.seat_keys(draft)
            self._cache.put(draft)
            self._on_change(draft)
        return stored


def _copy(table: Table, key: str) -> Table:
    """A copy of a table for a key; of the keys of watchers, it has this one only."""
    mark = hashed(key)
    return table.fork([one for one in table.seat_keys if one.seat != WATCHER or one.hashed == mark])


def _knows(table: Table, key: str) -> bool:
    """Whether the cached table is enough to tell what a key opens there."""
    if not key:
        return True
    mark = hashed(key)
    for one in table.seat_keys:
        if one.hashed == mark:
            return True
    return mark in (table.setup.invite, table.setup.watch)
