"""Following tables: new log entries as they are written, and the view after them."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple

from knobel.app.application import App
from knobel.app.ports import Tables
from knobel.server.live.presence import Follower, Online, Presence, seats_told
from knobel.server.live.table_cache import TableCache
from knobel.server.live.wakeups import Bell, Wakeups
from knobel.tables.errors import Denied, NoTable, TableError
from knobel.tables.log import LogEntry
from knobel.tables.seats import may_watch
from knobel.tables.table import Table


class Update(NamedTuple):
    """New log entries of a table, the view or the change if wanted, and who is online if that has changed."""

    entries: Sequence[LogEntry]
    view: bytes | None = None
    """The view as JSON, if wanted."""
    change: bytes | None = None
    """Instead of a view, the change since the last view of the client, as JSON."""
    online: dict[str, Any] | None = None
    reset: bool = False
    """Whether the client knew later entries than exist, as after a restored backup, and starts again with this view."""
    seq: int = 0
    """The number of the last log entry in the view."""

    @property
    def events(self) -> list[dict[str, Any]]:
        """The log entries as the events that clients get."""
        return [entry.event() for entry in self.entries]


NOTHING = Update(())
"""An update without news."""
MOST_TOLD = 4_000
"""For how many tables the last message about who is online is cached."""
News = Mapping[str, Update | TableError]
"""Updates by table, or the error because of which a table can no longer be followed."""


class Followers:
    """All followers of tables at this worker."""

    app: App
    """The application, which draws views; it is made after its ports, of which this is one."""

    def __init__(self, tables: Tables, cache: TableCache, wakeups: Wakeups, presence: Presence) -> None:
        self._tables, self.cache, self._wakeups, self._presence = tables, cache, wakeups, presence
        self._online: dict[str, tuple[Online, Sequence[bool], dict[str, Any]]] = {}
        """The last message about who is online at a table, with the values it was made from."""

    async def follow(
        self, after: Mapping[str, int], key: str, *, views: bool, changes: bool
    ) -> AsyncGenerator[News, None]:
        """Everything that happens at these tables after these numbers, as it happens.

        A table that is gone, or not this key's any more, is told once, and the others are followed further.
        """
        bell = Bell()
        with ExitStack() as all_ends:
            follows: dict[str, tuple[_Follow, ExitStack]] = {}
            for name, number in after.items():
                ends = all_ends.enter_context(ExitStack())
                ends.enter_context(self._wakeups.subscribe(name, bell))
                follower = ends.enter_context(self._presence.following(name))
                follows[name] = _Follow(self, name, key, number, follower, views=views, changes=changes), ends
            heard = set(follows)
            while True:
                news: dict[str, Update | TableError] = {}
                for name in heard:
                    if name in follows:
                        follow, ends = follows[name]
                        try:
                            news[name] = await follow.news()
                        except (Denied, NoTable) as error:
                            news[name] = error
                            ends.close()
                            del follows[name]
                yield news
                heard = await bell.wait()

    async def entries(self, table: Table, key: str, after: int) -> Sequence[LogEntry]:
        """The log entries of a table after this number, if the key may see them."""
        may_watch(table, key)
        return await self.later(table, after)

    async def later(self, table: Table, after: int) -> Sequence[LogEntry]:
        """The log entries of a table after this number, without a check of permissions."""
        self.app.bots.wake(table)
        return await self._tables.entries(table, after)

    def miss(self, table: Table) -> None:
        """Record people whose last time online is unknown as offline from now on."""
        self._presence.miss(table.setup.table, table.people)

    def online(self, table: Table) -> dict[str, Any]:
        """Who is online at each seat, and how many watch."""
        name = table.setup.table
        known, people = self._presence.of(name), table.people
        told = self._online.get(name)
        if told is None or told[0] is not known or told[1] != people:
            if len(self._online) >= MOST_TOLD:
                self._online.clear()
            written = {"seats": seats_told(known, people), "watchers": known.watchers}
            told = self._online[name] = (known, people, written)
        return told[2]

    def of(self, table: Table) -> tuple[Sequence[Mapping[str, Any]], int]:
        """For each seat whether somebody is online, and how many watch."""
        online = self.online(table)
        return online["seats"], online["watchers"]

    def seats(self, table: str) -> frozenset[int]:
        """The seats of people who are online."""
        return self._presence.of(table).seats

    def left(self, table: str, seat: int) -> int | None:
        """Since when a seat is offline."""
        return self._presence.of(table).left.get(seat)


class _Follow:
    """The state of one follower of a table: what the client knows."""

    __slots__ = (
        "_after",
        "_all",
        "_changes",
        "_follower",
        "_key",
        "_known",
        "_looked",
        "_mine",
        "_name",
        "_told",
        "_views",
    )

    def __init__(
        self, followers: Followers, name: str, key: str, after: int, follower: Follower, *, views: bool, changes: bool
    ) -> None:
        self._all, self._name, self._key, self._follower = followers, name, key, follower
        self._views, self._changes = views, changes
        self._after = self._known = after
        self._looked: Table | None = None
        self._mine: Sequence[int] = ()
        self._told: dict[str, Any] | None = None

    async def news(self) -> Update:
        """Everything new since the last call."""
        first, key = self._looked is None, self._key
        # Followers are woken after the cache was updated; only evicted tables have to be read.
        table = None if first else self._all.cache.peek(self._name, key)
        table = table or await self._all.cache.load(self._name, key)
        reset = first and self._after > table.seq
        if reset:
            self._after = table.seq
        entries: Sequence[LogEntry] = ()
        if table is not self._looked:
            self._mine = may_watch(table, key)
            entries = await self._all.later(table, self._after)
            self._follower.sits(self._mine)
            self._all.miss(table)
            self._looked, self._after = table, entries[-1].seq if entries else self._after
        online, told = self._all.online(table), self._told
        view = change = None
        if reset or (self._views and any(entry.seat not in self._mine for entry in entries)):
            change = self._all.app.change(table, key, self._known) if self._changes and not reset else None
            view = None if change else self._all.app.view(table, key)
        if entries:
            # The response to one's own command already contained what it changed.
            self._known = table.seq
        self._told = online
        return Update(entries, view, change, None if online == told else online, reset, table.seq)
