"""The tables of a device: read on demand, changed on a copy, and stored before a response is sent."""

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
    """All tables of one who has this key; other windows may change the same ones."""

    def __init__(self, store: Store, key: str, on_change: Callable[[Table], None]) -> None:
        self._store, self._key, self._on_change = store, key, on_change
        self._known: dict[str, tuple[Table, str | None]] = {}
        """Tables that were read, with a hash of the request that opened them."""

    async def load(self, name: str) -> Table:
        """A table as it stands; nobody changes it."""
        if name not in self._known:
            kept = await self._kept(name)
            self._known[name] = kept.table(), kept.asked
        return self._known[name][0]

    async def entries(self, name: str, after: int) -> Sequence[LogEntry]:
        """What happened at a table after this number."""
        at_hand = (await self.load(name)).after(after)
        if at_hand is not None:
            return at_hand
        return [entry for entry in (await self._kept(name)).log if entry.seq > after]

    async def change(self, name: str, act: Callable[[Table], T]) -> T:
        """Let something happen at a table; if another window was first, read the table and try again."""
        for _ in range(_ATTEMPTS):
            before = await self.load(name)
            draft = before.fork(before.seat_keys)
            result = act(draft)
            if not (draft.added or draft.keys_added or draft.keys_removed) or await self._keep(before.seq, draft):
                return result
            self.forget(name)
        raise Busy("too many write at this table at once; send the same command again")

    async def open(self, made: Opening) -> Opened:
        """Keep a new table, or find that it is there already."""
        name = made.setup.table
        fresh = self._opened(made)
        if await self._store.write(written([fresh])):
            table = await self.load(name)
            self._on_change(table)
        else:
            table = await self.load(name)
            opening.check_same(self._known[name][1], made)
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
        """All tables, those first at which something happened last."""
        found: list[dict[str, Any]] = json.loads(await self._store.heads())
        return sorted(found, key=lambda about: (about["updated"], about["table"]), reverse=True)

    def forget(self, name: str) -> None:
        """Read a table anew when it is needed next; another window has changed it."""
        self._known.pop(name, None)

    async def erase(self) -> None:
        """Forget all tables, for good."""
        await self._store.erase()
        self._known.clear()

    async def _kept(self, name: str) -> Kept:
        found = await self._store.read(name)
        if found is None:
            raise NoTable(f"there is no table {name[:40]!a} on this device")
        return Kept.read(found)

    async def _keep(self, after: int, draft: Table) -> bool:
        """Keep what has happened, and tell of it; False if another window was first."""
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
        """A table that is to be kept for the first time."""
        table = Table(made.setup, tuple(made.seat_keys)).read(made.entries)
        about = head(table, made.asked, made.created, summary(table, seats_of(table, self._key), made.created))
        return Changes(made.setup.table, None, [entry.stored() for entry in made.entries], about)
