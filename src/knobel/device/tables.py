"""The tables of a device: loaded on demand, changed on a copy, and stored before a response is sent."""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from knobel.device.store import Changes, Kept, Store, head, written
from knobel.tables import open as opening
from knobel.tables.errors import Busy, NoTable, NotReady
from knobel.tables.log import LogEntry
from knobel.tables.open import Opened
from knobel.tables.seats import seats_of
from knobel.tables.setup import Opening
from knobel.tables.table import Table
from knobel.tables.view import record_text, summary

T = TypeVar("T")

_ATTEMPTS = 20


class Tables:
    """All tables of a key, with a cache; other windows may change the same tables."""

    def __init__(self, store: Store, key: str, on_change: Callable[[Table], None]) -> None:
        self._store, self._key, self._on_change = store, key, on_change
        self._known: dict[str, tuple[Table, str | None]] = {}
        """Cached tables, with a hash of the request that opened them."""

    async def load(self, name: str) -> Table:
        """A table as it stands, to be read only."""
        if name not in self._known:
            kept = await self._kept(name)
            self._known[name] = kept.table(), kept.asked
        return self._known[name][0]

    async def entries(self, name: str, after: int) -> Sequence[LogEntry]:
        """The log entries of a table after this number."""
        at_hand = (await self.load(name)).after(after)
        if at_hand is not None:
            return at_hand
        return [entry for entry in (await self._kept(name)).log if entry.seq > after]

    async def change(self, name: str, act: Callable[[Table], T]) -> T:
        """Run a command on a table; on a conflict with another window, reload the table and retry."""
        for _ in range(_ATTEMPTS):
            before = await self.load(name)
            draft = before.fork(before.seat_keys)
            result = act(draft)
            if not (draft.added or draft.keys_added or draft.keys_removed) or await self._keep(before.seq, draft):
                return result
            self.forget(name)
        raise Busy("too many write at this table at once; send the same command again")

    async def open(self, made: Opening) -> Opened:
        """Store a new table, or return the one that the same request opened before."""
        name = made.setup.table
        fresh = self._opened(made)
        if await self._store.write(written([fresh])):
            table = await self.load(name)
            self._on_change(table)
        else:
            table = await self.load(name)
            opening.check_same(self._known[name][1], made.asked)
        return opening.opened(made.setup, self._key, seats_of(table, self._key))

    async def same_game(self, text: str) -> Table | None:
        """A table with exactly this record."""
        for about in json.loads(await self._store.heads()):
            with suppress(NoTable, NotReady):
                table = await self.load(about["table"])
                if record_text(table) == text:
                    return table
        return None

    async def heads(self) -> list[dict[str, Any]]:
        """The heads of all tables, the last changed first."""
        found: list[dict[str, Any]] = json.loads(await self._store.heads())
        return sorted(found, key=lambda about: (about["updated"], about["table"]), reverse=True)

    def forget(self, name: str) -> None:
        """Drop a table from the cache, because another window has changed it."""
        self._known.pop(name, None)

    async def erase(self) -> None:
        """Delete all tables."""
        await self._store.erase()
        self._known.clear()

    async def _kept(self, name: str) -> Kept:
        found = await self._store.read(name)
        if found is None:
            raise NoTable(f"there is no table {name[:40]!a} on this device")
        return Kept.read(found)

    async def _keep(self, after: int, draft: Table) -> bool:
        """Store the entries of a draft, and update the cache; False on a conflict with another window."""
        name = draft.setup.table
        asked = self._known[name][1] if name in self._known else None
        draft.seat_keys = tuple(one for one in draft.seat_keys if one not in draft.keys_removed)
        updated = draft.tail[-1].at
        about = head(draft, asked, updated, summary(draft, seats_of(draft, self._key), updated))
        changes = [Changes(name, after, [entry.stored() for entry in draft.added], about)]
        if draft.opening:
            changes.append(self._opened(draft.opening))
        if not await self._store.write(written(changes)):
            return False
        draft.added, draft.keys_added, draft.keys_removed, draft.opening = [], [], [], None
        self._known[name] = draft, asked
        self._on_change(draft)
        return True

    def _opened(self, made: Opening) -> Changes:
        """The changes that store a new table."""
        table = Table(made.setup, tuple(made.seat_keys)).read(made.entries)
        about = head(table, made.asked, made.created, summary(table, seats_of(table, self._key), made.created))
        return Changes(made.setup.table, None, [entry.stored() for entry in made.entries], about)
