"""An LRU cache of tables."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from weakref import WeakValueDictionary

from knobel.server.live.caller import CALLER
from knobel.server.storage import database
from knobel.server.storage.store import Store
from knobel.tables.keys import WATCHER, SeatKey, hashed
from knobel.tables.log import LogEntry
from knobel.tables.table import Table

MOST_TABLES = 4096
"""The most tables in the cache of a worker; the least recently used are evicted."""
SLICE = 0.002
"""Seconds for which a log is replayed before others are served."""
_STEP = 10
"""How many entries are replayed before the time is looked at."""
_FEW = 50
"""So many new entries are applied at once, even while long logs are replayed."""


class TableCache:
    """An LRU cache of tables. A cached table is never changed: callers get copies."""

    def __init__(self, store: Store, on_news: Callable[[str], None]) -> None:
        self._store, self._on_news = store, on_news
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._pending: dict[str, list[LogEntry]] = {}
        """Log entries of other workers for cached tables; they are applied lazily."""
        self._loads = 0
        """The number of loads in progress."""
        self._reading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """The lock of all who load a table now; after an eviction, later callers get another one."""
        self._replaying = asyncio.Lock()
        """Held for a slice of a replay: of several long logs, each has its turn, and others wait for one slice only."""

    async def load(self, name: str, key: str = "", *, whole: bool = False) -> Table:
        """A copy of the table as its log stands now; `whole` reads all keys and tickets again."""
        self._loads += 1
        try:
            # Whoever waits for another who reads the table waits for the same database.
            async with asyncio.timeout(database.ANSWER_SECONDS) as patience:
                while True:
                    lock = self._reading.setdefault(name, asyncio.Lock())
                    # One caller reads a table that is not cached; the others then find it in the cache.
                    async with nullcontext() if name in self._tables else lock:
                        if self._reading.get(name) is not lock:
                            continue
                        fork = await self._read(name, key, patience, whole=whole)
                        # If the table was evicted meanwhile, the keys that were read may be revoked.
                        if self._reading.get(name) is lock:
                            self.put(fork)
                            return _copy(fork, key)
        except TimeoutError as error:
            raise database.silent() from error
        finally:
            self._loads -= 1

    async def _read(self, name: str, key: str, patience: asyncio.Timeout, *, whole: bool) -> Table:
        """The table as its log stands now, not cached yet."""
        cached = self._current(name)
        stored = None
        if cached and cached.tail:
            # Tickets come and go without a log entry, but a seat is lost only with one that is not of the record.
            keys_suffice = not whole and _knows_key(cached, key)
            stored = await self._store.news(name, cached.tail[-1], None if keys_suffice else hashed(key))
        if cached is None or stored is None:
            # It was not cached, or the table was deleted, and maybe opened again under the same name.
            self._tables.pop(name, None)
            cached = Table(await self._store.setup(name))
            stored = await self._store.read(name, 0, hashed(key))
        entries, seat_keys = stored
        fork = cached.fork(cached.seat_keys if seat_keys is None else seat_keys)
        if entries:
            patience.reschedule(None)
            await self._replay(fork, entries)
        return fork

    async def _replay(self, table: Table, entries: Sequence[LogEntry]) -> None:
        """Apply log entries to a table; many of them in slices that give way to others."""
        if len(entries) <= _FEW:
            table.read(entries)
            return
        replayed, spent = 0, 0.0
        while replayed < len(entries):
            async with self._replaying:
                began, taken = time.thread_time(), 0.0
                while replayed < len(entries) and (not taken or taken < SLICE):
                    table.read(entries[replayed : replayed + _STEP])
                    replayed += _STEP
                    taken = time.thread_time() - began
            spent += taken
            await asyncio.sleep(0)
        if caller := CALLER.get():
            caller.charge(spent)

    def peek(self, name: str, key: str = "") -> Table | None:
        """The cached table itself, for reading only, if there is one that knows the key; its log may have gone on.

        It has the keys of all watchers that are known.
        """
        cached = self._current(name)
        return cached if cached and _knows_key(cached, key) else None

    def extend(self, name: str, entries: Sequence[LogEntry]) -> bool:
        """Apply log entries of another worker; False if there is a gap before them, or they change keys."""
        seq = self.seq(name)
        news = [entry for entry in entries if entry.seq > seq]
        if name not in self._tables or not entries:
            return False
        if any(entry.kind != "entry" for entry in news) or (news and news[0].seq != seq + 1):
            return False
        self._pending.setdefault(name, []).extend(news)
        return True

    def concerns(self, name: str) -> bool:
        """Whether a table is cached, or may be soon because a load is in progress."""
        return name in self._tables or self._loads > 0

    def seq(self, name: str) -> int:
        """The number of the last log entry of a table that is known here."""
        if name not in self._tables:
            return 0
        pending = self._pending.get(name)
        return pending[-1].seq if pending else self._tables[name].seq

    def put(self, table: Table) -> None:
        """Cache a table that will not be changed any more."""
        name = table.setup.table
        cached = self._tables.get(name, table)
        # Only the keys of single watchers are read, so those known before are kept.
        if table.seat_keys is not cached.seat_keys:
            watchers = (seat_key for seat_key in cached.seat_keys if seat_key.seat == WATCHER)
            table.seat_keys = tuple(dict.fromkeys([*table.seat_keys, *watchers]))
        seq_before = self.seq(name)
        if table.seq >= cached.seq:
            self._tables[name] = table
            pending = self._pending.pop(name, ())
            if later := [entry for entry in pending if entry.seq > table.seq]:
                self._pending[name] = later
        self._tables.move_to_end(name)
        while len(self._tables) > MOST_TABLES:
            self._pending.pop(self._tables.popitem(last=False)[0], None)
        if table.seq > seq_before:
            # Wake the followers of the table.
            self._on_news(name)

    def seat_keys(self, table: Table) -> tuple[SeatKey, ...]:
        """The keys of a table that are known now; for an evicted one those of its seats, as watchers are read again."""
        cached = self._tables.get(table.setup.table)
        return (
            cached.seat_keys if cached else tuple(seat_key for seat_key in table.seat_keys if seat_key.seat != WATCHER)
        )

    def evict(self, name: str | None = None) -> None:
        """Evict a table, or all of them, and discard loads in progress."""
        if name is None:
            self._reading.clear()
            self._tables.clear()
            self._pending.clear()
        else:
            self._reading.pop(name, None)
            self._tables.pop(name, None)
            self._pending.pop(name, None)

    def _current(self, name: str) -> Table | None:
        """The cached table, after pending log entries are applied."""
        cached = self._tables.get(name)
        if cached and (pending := self._pending.get(name)):
            self.put(cached.fork(cached.seat_keys).read(pending))
        return self._tables.get(name)


def _copy(table: Table, key: str) -> Table:
    """A copy of a table for a key; of the keys of watchers, it has this one only."""
    key_hash = hashed(key)
    return table.fork([one for one in table.seat_keys if one.seat != WATCHER or one.hashed == key_hash])


def _knows_key(table: Table, key: str) -> bool:
    """Whether the cached table is enough to tell what a key opens there."""
    if not key:
        return True
    key_hash = hashed(key)
    # A loop, since this is asked for every command.
    for seat_key in table.seat_keys:
        if seat_key.hashed == key_hash:
            return True
    return key_hash in (table.setup.invite, table.setup.watch)
