"""The tables of a browser: loaded on demand, changed on a copy, and stored before a response is sent."""

import json
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from knobel.browser.store import Changes, Store, StoredTable, changes_json, head
from knobel.tables.errors import Busy, NoTable
from knobel.tables.keys import WATCHER, SeatKey, hashed
from knobel.tables.log import LogEntry
from knobel.tables.seats import seats_of
from knobel.tables.setup import Opening
from knobel.tables.table import Table
from knobel.tables.view import summary

T = TypeVar("T")

_ATTEMPTS = 20
"""How often a command is retried because of a conflict with another window."""


class BrowserTables:
    """All tables of the owner of a key, with a cache; other windows may change the same tables."""

    def __init__(self, store: Store, key: str, changed: Callable[[str], None]) -> None:
        self._store, self._key, self._changed = store, key, changed
        self.on_change: Callable[[Table], None] = lambda _table: None
        self._cached: dict[str, tuple[Table, str | None]] = {}
        """Cached tables, with a hash of the request that opened them."""
        self._forgotten = 0
        """How often a table was dropped; what was read or written meanwhile may be outdated and is not cached."""

    async def load(self, name: str, _key: str = "") -> Table:
        """The table as its log stands now, to be read only."""
        return (await self._load(name))[0]

    async def latest(self, name: str, _key: str) -> Table:
        """The table after one's own command."""
        return await self.load(name)

    async def change(self, name: str, _key: str, act: Callable[[Table], T], *, quick: bool = False) -> T:  # noqa: ARG002
        """Run a command on a table; on a conflict with another window, reload the table and retry."""
        for _ in range(_ATTEMPTS):
            before, request_hash = await self._load(name)
            draft = before.fork(before.seat_keys)
            result = act(draft)
            if not (draft.added or draft.keys_added or draft.keys_removed):
                return result
            if await self._write(before.seq, draft, request_hash):
                return result
            self.forget(name)
        raise Busy("too many people are writing at this table at once; send the same command again")

    async def open(self, made: Opening) -> bool:
        """Store a new table; False if there is one of this name."""
        if not await self._store.write(changes_json([self._new(made)])):
            return False
        self._tell(await self.load(made.setup.table))
        return True

    async def request_hash(self, name: str) -> str | None:
        """A hash of the request that opened a table; None if there is no table, or it is not known."""
        try:
            return (await self._load(name))[1]
        except NoTable:
            return None

    async def entries(self, table: Table, after: int) -> Sequence[LogEntry]:
        """The log entries of a table after this number."""
        cached = table.after(after)
        if cached is not None:
            return cached
        return [entry for entry in (await self._read(table.setup.table)).log if entry.seq > after]

    async def of_key(self, key: str, limit: int | None = None, before: int | None = None) -> Sequence[tuple[str, int]]:
        """The names of the tables of a key with the time of their last entry, newest first."""
        mark = hashed(key)
        own = [
            (stored["table"], stored["updated"])
            for stored in json.loads(await self._store.heads())
            if (before is None or stored["updated"] < before)
            and any(hashed_key == mark and not ticket for _, hashed_key, ticket in stored["keys"])
        ]
        return sorted(own, key=lambda table: (-table[1], table[0]))[:limit]

    async def imported(self, key: str, _fingerprint: str) -> Sequence[str]:
        """The names of all tables of a key: a record with unsealed dice does not tell at which one it was played."""
        return [name for name, _ in await self.of_key(key)]

    async def erase(self, _key: str) -> None:
        """Delete all tables: they are those of one person."""
        await self._store.erase()
        self._cached.clear()
        self._forgotten += 1

    def forget(self, name: str) -> None:
        """Drop a table from the cache, because another window has changed it."""
        self._cached.pop(name, None)
        self._forgotten += 1

    async def _load(self, name: str) -> tuple[Table, str | None]:
        """A table, and a hash of the request that opened it."""
        if name in self._cached:
            return self._cached[name]
        forgotten = self._forgotten
        stored = await self._read(name)
        loaded = stored.table(), stored.request_hash
        return self._cached.setdefault(name, loaded) if forgotten == self._forgotten else loaded

    async def _read(self, name: str) -> StoredTable:
        text = await self._store.read(name)
        if text is None:
            raise NoTable(f"there is no table {name[:40]!a} on this device")
        return StoredTable.read(text)

    async def _write(self, after: int, draft: Table, request_hash: str | None) -> bool:
        """Store the entries of a draft, and update the cache; False on a conflict with another window."""
        name, forgotten = draft.setup.table, self._forgotten
        draft.seat_keys = tuple(key for key in draft.seat_keys if key not in draft.keys_removed)
        about = self._head(draft, request_hash, draft.tail[-1].at)
        changes = [Changes(name, after, [entry.stored() for entry in draft.added], about)]
        if draft.opening:
            changes.append(self._new(draft.opening, [key for key in draft.seat_keys if key.seat == WATCHER]))
        if not await self._store.write(changes_json(changes)):
            return False
        draft.added, draft.keys_added, draft.keys_removed, draft.opening = [], [], [], None
        if forgotten == self._forgotten:
            self._cached[name] = draft, request_hash
        else:
            self._cached.pop(name, None)
        self._tell(draft)
        return True

    def _new(self, made: Opening, watchers: Sequence[SeatKey] = ()) -> Changes:
        """The changes that store a new table, with those who watched the game before."""
        table = Table(made.setup, (*made.seat_keys, *watchers)).read(made.entries)
        about = self._head(table, made.request_hash, made.created)
        return Changes(made.setup.table, None, [entry.stored() for entry in made.entries], about)

    def _head(self, table: Table, request_hash: str | None, updated: int) -> dict[str, Any]:
        return head(table, request_hash, updated, summary(table, seats_of(table, self._key), updated))

    def _tell(self, table: Table) -> None:
        self._changed(table.setup.table)
        self.on_change(table)
