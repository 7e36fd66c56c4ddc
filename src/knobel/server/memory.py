"""Memory: the tables a worker knows, as their logs stood when it last read or wrote them."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

from knobel.server.holder import WATCHER
from knobel.server.row import Row
from knobel.server.store import Store
from knobel.server.table import Table
from knobel.server.tokens import hashed

KEPT = 512
"""How many tables a worker remembers; more are read again when they are needed."""
MANY = 200
"""So many rows take long enough to replay that others should not wait for it."""


class Memory:
    """Nobody changes a table that is remembered: whoever asks for one gets a copy."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[str, Table] = OrderedDict()

    async def look(self, name: str, key: str = "", *, whole: bool = False) -> Table:
        """The table as it stands now, for the caller alone; with all tickets if it has to be the whole truth."""
        kept = self._kept.get(name)
        if kept and not whole and _knows(kept, key):
            # Tickets come and go as they like, but whoever loses a seat loses it with a row that is no entry.
            rows, others = await self._store.news(name, kept.seq)
            fork = kept.fork(kept.holders if others is None else others)
        else:
            kept = kept or Table(await self._store.setup(name))
            rows, holders = await self._store.read(name, kept.seq, hashed(key))
            fork = kept.fork(holders)
        self.keep(await asyncio.to_thread(fork.read, rows) if len(rows) > MANY else fork.read(rows))
        return _copy(fork, key)

    def recall(self, name: str, key: str = "") -> Table | None:
        """The table as this worker knows it, if it does and knows the key; others may have gone on there."""
        kept = self._kept.get(name)
        return _copy(kept, key) if kept and _knows(kept, key) else None

    def learn(self, name: str, rows: Sequence[Row]) -> bool:
        """Remember what another worker tells; False if that does not follow on what is known, or is about keys."""
        kept = self._kept.get(name)
        if not kept or not rows or rows[0].seq != kept.seq + 1 or any(row.kind != "entry" for row in rows):
            return False
        self.keep(kept.fork(kept.holders).read(rows))
        return True

    def seq(self, name: str) -> int:
        """How far a table is known."""
        return self._kept[name].seq if name in self._kept else 0

    def keep(self, table: Table) -> None:
        """Remember a table that nobody will change any more."""
        name = table.setup.table
        kept = self._kept.get(name, table)
        # Those who watch are told one at a time, and lose nothing.
        watchers = (holder for holder in kept.holders if holder.seat == WATCHER)
        table.holders = tuple(dict.fromkeys([*table.holders, *watchers]))
        if table.seq >= kept.seq:
            self._kept[name] = table
        self._kept.move_to_end(name)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def forget(self, name: str | None = None) -> None:
        """Remember a table no more, or none at all."""
        if name is None:
            self._kept.clear()
        else:
            self._kept.pop(name, None)


def _copy(table: Table, key: str) -> Table:
    """A table for one who has this key; of those who watch, it tells of this one only."""
    mark = hashed(key)
    return table.fork(holder for holder in table.holders if holder.seat != WATCHER or holder.hashed == mark)


def _knows(table: Table, key: str) -> bool:
    """What is known of a table is enough to tell what a key opens there."""
    mark = hashed(key)
    return not key or mark in {table.setup.invite, table.setup.watch, *(holder.hashed for holder in table.holders)}
