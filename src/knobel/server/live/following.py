"""Following a table: everything that happens there, as it happens, and how it stands then."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from knobel.server.live.presence import Presence, seats_told
from knobel.server.live.table_cache import TableCache
from knobel.server.live.wakeups import Wakeups
from knobel.server.storage.store import Store
from knobel.tables.changes import change_json
from knobel.tables.log import LogEntry
from knobel.tables.seats import may_watch
from knobel.tables.table import Table
from knobel.tables.view import view_json


class Update(NamedTuple):
    """What happened at a table, how it stands now if that was asked for, and who is online if that has changed."""

    entries: Sequence[LogEntry]
    view: bytes | None = None
    """As JSON."""
    change: bytes | None = None
    """Instead of a view, what has changed since the last that the client has, as JSON."""
    online: dict[str, Any] | None = None
    reset: bool = False
    """The client knew more than ever happened, and begins anew with this view."""
    seq: int = 0
    """The number of the last event that the view knows."""

    @property
    def events(self) -> list[dict[str, Any]]:
        """What happened, as clients get it."""
        return [entry.event() for entry in self.entries]


class Followers:
    """All who follow tables by this worker."""

    def __init__(
        self,
        store: Store,
        cache: TableCache,
        wakeups: Wakeups,
        presence: Presence,
        on_look: Callable[[Table], None],
    ) -> None:
        self._store, self._cache, self._wakeups, self._presence = store, cache, wakeups, presence
        self._on_look = on_look

    async def follow(
        self, name: str, key: str, after: int, every: float, *, views: bool, changes: bool
    ) -> AsyncGenerator[Update, None]:
        """Everything after this number; an empty update after so many seconds without news."""
        with (
            self._wakeups.subscribe(name) as woken,
            self._presence.following(name) as follower,
            beating(woken, every) as beat,
        ):
            table = await self._cache.load(name, key)
            reset, known = after > table.seq, after
            after, told = min(after, table.seq), None
            looked: Table | None = None
            while True:
                entries: Sequence[LogEntry] = ()
                if table is not looked:
                    entries, mine = await self.entries(table, key, after), may_watch(table, key)
                    follower.sits(mine)
                    self._presence.miss(name, [seat.person for seat in table.seats])
                    looked, after = table, entries[-1].seq if entries else after
                online = self.online(table)
                view = change = None
                if reset or (views and any(entry.seat not in mine for entry in entries)):
                    change = self.changed(table, key, known) if changes and not reset else None
                    view = None if change else self.shown(table, key)
                if entries:
                    # Of what one has done oneself one was told by the answer.
                    known = table.seq
                if entries or reset or online != told:
                    beat.passed()
                yield Update(entries, view, change, None if online == told else online, reset, table.seq)
                told, reset = online, False
                await woken.wait()
                woken.clear()
                # Followers are woken when the news is cached; only what was evicted has to be read.
                table = self._cache.peek(name, key) or await self._cache.load(name, key)

    async def entries(self, table: Table, key: str, after: int) -> Sequence[LogEntry]:
        """The log entries of a table after this number, for one who may see them."""
        may_watch(table, key)
        self._on_look(table)
        at_hand = table.after(after)
        return (await self._store.read(table.setup.table, max(0, after)))[0] if at_hand is None else at_hand

    def online(self, table: Table) -> dict[str, Any]:
        """Who is online, seat by seat, and how many watch."""
        known = self._presence.of(table.setup.table)
        return {"seats": seats_told(known, [seat.person for seat in table.seats]), "watchers": known.watchers}

    def shown(self, table: Table, key: str) -> bytes:
        """A view as JSON, with who is online."""
        return view_json(table, key, *self.online(table).values())

    def changed(self, table: Table, key: str, since: int) -> bytes | None:
        """What has changed since this number, as JSON, if that is known."""
        return change_json(table, key, since, *self.online(table).values())


class Beat:
    """Sets an event whenever so many seconds have passed without anything; one timer serves for many waits."""

    def __init__(self, event: asyncio.Event, seconds: float) -> None:
        self._event, self._seconds = event, seconds
        self._loop = asyncio.get_running_loop()
        self._last = self._loop.time()
        self.timer = self._loop.call_later(seconds, self._look)

    def passed(self) -> None:
        """Something has happened now."""
        self._last = self._loop.time()

    def _look(self) -> None:
        left = self._last + self._seconds - self._loop.time()
        if left <= 0:
            self._event.set()
            left = self._seconds
        self.timer = self._loop.call_later(left, self._look)


@contextmanager
def beating(event: asyncio.Event, seconds: float) -> Iterator[Beat]:
    """A beat, while it is needed."""
    beat = Beat(event, seconds)
    try:
        yield beat
    finally:
        beat.timer.cancel()
