"""A cache of tables: each as its log stood when this worker last read or wrote it."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

from knobel.server.storage.store import Store
from knobel.tables.keys import WATCHER, hashed
from knobel.tables.log import LogEntry
from knobel.tables.table import Table

MOST_TABLES = 512
"""How many tables a worker keeps; the least recently used are dropped and read again when they are needed."""
MANY_ENTRIES = 200
"""So many log entries take long enough to replay that it is done in a thread."""


class TableCache:
    """An LRU cache of tables. A cached table is never changed: callers get copies."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tables: OrderedDict[str, Table] = OrderedDict()

    async def load(self, name: str, key: str = "", *, whole: bool = False) -> Table:
        """A copy of the table as its log stands now; `whole` reads all keys and tickets again."""
        cached = self._tables.get(name)
        if cached and not whole and _knows(cached, key):
            # Tickets come and go without a log entry, but who loses a seat loses it with one that is not of the record.
            entries, seat_keys = await self._store.news(name, cached.seq)
            fork = cached.fork(cached.seat_keys if seat_keys is None else seat_keys)
        else:
            cached = cached or Table(await self._store.setup(name))
            entries, seat_keys = await self._store.read(name, cached.seq, hashed(key))
            fork = cached.fork(seat_keys)
        self.put(await asyncio.to_thread(fork.read, entries) if len(entries) > MANY_ENTRIES else fork.read(entries))
        return _copy(fork, key)

    def get(self, name: str, key: str = "") -> Table | None:
        """A copy of the table as it is cached, if it is and knows the key; its log may have gone on."""
        cached = self._tables.get(name)
        return _copy(cached, key) if cached and _knows(cached, key) else None

    def extend(self, name: str, entries: Sequence[LogEntry]) -> bool:
        """Apply new log entries of another worker; False if they do not follow on what is cached, or touch keys."""
        cached = self._tables.get(name)
        touches_keys = any(entry.kind != "entry" for entry in entries)
        if not cached or not entries or entries[0].seq != cached.seq + 1 or touches_keys:
            return False
        self.put(cached.fork(cached.seat_keys).read(entries))
        return True

    def seq(self, name: str) -> int:
        """The number of the last cached log entry of a table."""
        return self._tables[name].seq if name in self._tables else 0

    def put(self, table: Table) -> None:
        """Cache a table that nobody will change any more."""
        name = table.setup.table
        cached = self._tables.get(name, table)
        # Watchers are read one at a time, so that those known before are added.
        watchers = (one for one in cached.seat_keys if one.seat == WATCHER)
        table.seat_keys = tuple(dict.fromkeys([*table.seat_keys, *watchers]))
        if table.seq >= cached.seq:
            self._tables[name] = table
        self._tables.move_to_end(name)
        while len(self._tables) > MOST_TABLES:
            self._tables.popitem(last=False)

    def evict(self, name: str | None = None) -> None:
        """Drop a table, or all of them."""
        if name is None:
            self._tables.clear()
        else:
            self._tables.pop(name, None)


def _copy(table: Table, key: str) -> Table:
    """A copy for one who has this key; of the keys of watchers, it has this one only."""
    mark = hashed(key)
    return table.fork(one for one in table.seat_keys if one.seat != WATCHER or one.hashed == mark)


def _knows(table: Table, key: str) -> bool:
    """The cached table is enough to tell what a key opens there."""
    mark = hashed(key)
    return not key or mark in {table.setup.invite, table.setup.watch, *(one.hashed for one in table.seat_keys)}
