"""The tables of a server: stored in a database, read through a cache, and changed by its writer."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeVar

from knobel.app.ports import Clock
from knobel.server.live.table_cache import TableCache, TableWriter
from knobel.server.storage.boards import BoardStore
from knobel.server.storage.store import Store
from knobel.tables import open as opening
from knobel.tables import seats
from knobel.tables.errors import NoTable
from knobel.tables.keys import hashed
from knobel.tables.log import LogEntry
from knobel.tables.seats import seats_of
from knobel.tables.setup import Opening
from knobel.tables.table import Table

T = TypeVar("T")


class SqlTables:
    """The port `Tables` over a database."""

    def __init__(
        self, store: Store, boards: BoardStore, cache: TableCache, clock: Clock, on_erased: Callable[[str], None]
    ) -> None:
        self._store, self._boards, self._cache, self._clock, self._on_erased = store, boards, cache, clock, on_erased
        self._writer = TableWriter(store, cache, self._changed)
        self.on_change: Callable[[Table], None] = lambda _table: None

    def _changed(self, table: Table) -> None:
        self.on_change(table)

    async def load(self, name: str, key: str = "") -> Table:
        """The table as its log stands now."""
        return await self._cache.load(name, key)

    async def latest(self, name: str, key: str) -> Table:
        """The table after one's own command: the cached one, so entries of other workers may be missing."""
        return self._cache.peek(name, key) or await self._cache.load(name, key)

    async def change(self, name: str, key: str, act: Callable[[Table], T], *, quick: bool = False) -> T:
        """Run a command on a draft of the table and store what it adds."""
        return await self._writer.change(name, key, act, quick=quick)

    async def open(self, made: Opening) -> bool:
        """Store a new table; False if there is one of this name."""
        return await self._store.open(made)

    async def request_hash(self, name: str) -> str | None:
        """A hash of the request that opened a table."""
        return await self._store.asked(name)

    async def entries(self, table: Table, after: int) -> Sequence[LogEntry]:
        """The log entries of a table after this number."""
        at_hand = table.after(after)
        return (await self._store.read(table.setup.table, max(0, after)))[0] if at_hand is None else at_hand

    async def of_key(self, key: str, limit: int | None = None, before: int | None = None) -> Sequence[tuple[str, int]]:
        """The names of the tables of a key with the time of their last entry, newest first."""
        return await self._store.tables_of(hashed(key), limit, before)

    async def imported(self, key: str, fingerprint: str) -> Sequence[str]:
        """The names of the tables of a key that hold the imported record with this fingerprint."""
        return await self._store.imported(hashed(key), fingerprint)

    async def erase(self, key: str) -> None:
        """Delete a key: its seats, names and results, and the tables at which nobody else sits."""
        await self._boards.forget(hashed(key))
        for name, _ in await self._store.tables_of(hashed(key)):
            # Others may be deleted at the same time, and the table with them.
            with suppress(NoTable):
                await self._erase_at(name, key)

    async def _erase_at(self, name: str, key: str) -> None:
        """Delete a key from one table."""
        # Evicted first, so that all keys and tickets are read again.
        self._cache.evict(name)
        table = await self._cache.load(name, key)
        nobody_else = partial(seats.nobody_else, key=key, opened=opening.links(table, key) is not None)
        erased = await self._store.erase(name, nobody_else)
        if not erased:
            log, _ = await self._store.read(name)
            await self._store.rename(name, seats.blanked(log, seats_of(table, key)))
            await self._writer.change(name, key, lambda draft: seats.forget(draft, key, self._clock()))
            # If several leave at once, the last one deletes the table.
            erased = await self._store.erase(name, nobody_else)
        if erased:
            self._on_erased(name)
        else:
            self._cache.evict(name)
