"""The tables of a server: stored in a database, read through a cache, and changed with optimistic concurrency."""

import asyncio
import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from knobel.app.ports import Clock
from knobel.core.errors import KnobelError, with_text
from knobel.server.live.caller import charged
from knobel.server.live.history import Histories
from knobel.server.live.table_cache import TableCache
from knobel.server.storage.boards import BoardStore
from knobel.server.storage.store import Changes, Store
from knobel.tables import open as opening
from knobel.tables import seats
from knobel.tables.errors import Busy, NoSpace, NoTable, Partial, Silent, TooLarge
from knobel.tables.keys import WATCHER, hashed
from knobel.tables.log import LogEntry
from knobel.tables.seats import seats_of
from knobel.tables.setup import Opening
from knobel.tables.table import Table

T = TypeVar("T")

ATTEMPTS = 40
"""How often a command is retried because of a conflict with another write."""
MOST_WATCHERS = 500
"""The most keys that watch a table."""
MOST_WATCHED = 500
"""The most tables that a key watches, without those at which it sits."""


class SqlTables:
    """The port `Tables` over a database."""

    def __init__(
        self, store: Store, boards: BoardStore, cache: TableCache, clock: Clock, on_erased: Callable[[str], None]
    ) -> None:
        self._store, self._boards, self._cache, self._clock, self._on_erased = store, boards, cache, clock, on_erased
        self._histories = Histories(store.entries)
        self.on_change: Callable[[Table], None] = lambda _table: None

    async def load(self, name: str, key: str = "") -> Table:
        """The table as its log stands now."""
        return await self._cache.load(name, key)

    async def latest(self, name: str, key: str) -> Table:
        """The table after one's own command: the cached one, so entries of other workers may be missing."""
        return self._cache.peek(name, key) or await self._cache.load(name, key)

    async def change(self, name: str, key: str, act: Callable[[Table], T], *, quick: bool = False) -> T:
        """Run a command on a copy of the table, and append its entries to the log; after a conflict, reload and retry.

        With `quick`, for commands that touch no keys, the cached table is tried first: if that is outdated, the append
        conflicts, and the result is discarded.
        """
        cached = self._cache.peek(name, key) if quick else None
        if cached:
            draft = cached.fork(cached.seat_keys)
            try:
                result = charged(act, draft)
            except KnobelError:
                draft.added.clear()
            if draft.added and await self._append(draft, quick=True):
                return result
        for attempt in range(ATTEMPTS):
            draft = await self._cache.load(name, key, whole=True)
            result = charged(act, draft)
            if not (draft.added or draft.keys_added or draft.keys_removed) or await self._append(draft):
                return result
            await asyncio.sleep(random.random() * 0.002 * (attempt + 1))
        raise Busy("too many people are writing at this table at once; send the same command again")

    async def _append(self, draft: Table, *, quick: bool = False) -> bool:
        """Append the entries of a draft to the log, and update the cache; False on a conflict."""
        for watcher in [key for key in draft.keys_added if key.seat == WATCHER]:
            await self._check_watchers(draft.setup.table, watcher.hashed)
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
            self.on_change(draft)
        return stored

    async def _check_watchers(self, name: str, hashed_key: str) -> None:
        """Refuse one more watcher of a table that has many, or one more table to a key that watches many.

        Those who come at the same time may be a few more.
        """
        watchers, watched = await self._store.watchers(name, hashed_key)
        if watchers >= MOST_WATCHERS:
            raise TooLarge(f"up to {MOST_WATCHERS} people can watch a table; this one has no room for another")
        if watched >= MOST_WATCHED:
            raise TooLarge(f"you can watch up to {MOST_WATCHED} tables; watch this one with another key")

    async def open(self, made: Opening) -> bool:
        """Store a new table; False if there is one of this name."""
        return await self._store.open(made)

    async def request_hash(self, name: str) -> str | None:
        """A hash of the request that opened a table."""
        return await self._store.request_hash(name)

    async def entries(self, table: Table, after: int) -> Sequence[LogEntry]:
        """The log entries of a table after this number."""
        cached = table.after(after)
        return await self._histories.entries(table, after) if cached is None else cached

    async def of_key(self, key: str, limit: int | None = None, before: int | None = None) -> Sequence[tuple[str, int]]:
        """The names of the tables of a key with the time of their last entry, newest first."""
        return await self._store.tables_of(hashed(key), limit, before)

    async def imported(self, key: str, fingerprint: str) -> Sequence[str]:
        """The names of the tables of a key that hold the imported record with this fingerprint."""
        return await self._store.imported(hashed(key), fingerprint)

    async def erase(self, key: str) -> None:
        """Delete a key: its seats, names and results, and the tables at which nobody else sits.

        A table at which that fails does not keep the others; the error says how many there are.
        """
        await self._boards.forget(hashed(key))
        failed: dict[str, BaseException] = {}
        for name, _ in await self._store.tables_of(hashed(key)):
            (error,) = await asyncio.gather(self._erase_at(name, key), return_exceptions=True)
            if isinstance(error, Silent | NoSpace):
                # It would be the same at all others.
                raise error
            # Others may be deleted at the same time, and the table with them.
            if error and not isinstance(error, NoTable):
                failed[name] = error
        if failed:
            words = (
                f"you are forgotten, but for {len(failed)} of your tables ({', '.join(failed)}); send the same again"
            )
            raise with_text(Partial(words), "forget.partial", n=len(failed)) from next(iter(failed.values()))

    async def _erase_at(self, name: str, key: str) -> None:
        """Delete a key from one table."""
        # Evicted first, so that all keys and tickets are read again.
        self._cache.evict(name)
        table = await self._cache.load(name, key)
        nobody_else = partial(seats.nobody_else, key=key, opened=opening.links(table, key) is not None)
        erased = await self._store.erase(name, nobody_else)
        if not erased:
            log, _ = await self._store.read(name)
            await self._store.rename(name, seats.without_names(log, seats_of(table, key)))
            await self.change(name, key, lambda draft: seats.forget(draft, key, self._clock()))
            # If several leave at once, the last one deletes the table.
            erased = await self._store.erase(name, nobody_else)
        # Also if it stays: a watcher leaves no entry in the log from which other workers would learn of it.
        self._on_erased(name)
