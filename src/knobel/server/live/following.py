"""Following tables: every new log entry as it is written, and the view after it."""

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple

from knobel.server.live.presence import Follower, Online, Presence, seats_told
from knobel.server.live.table_cache import TableCache
from knobel.server.live.wakeups import Bell, Wakeups
from knobel.server.storage.store import Store
from knobel.tables.changes import change_json
from knobel.tables.errors import Denied, NoTable, TableError
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


NOTHING = Update(())
"""Nothing has happened."""
MOST_TOLD = 4_000
"""For how many tables it is remembered what was told of who is online."""
News = Mapping[str, Update | TableError]
"""What is new, table by table, or why a table cannot be followed any further."""


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
        self._store, self.cache, self._wakeups, self._presence = store, cache, wakeups, presence
        self._on_look = on_look
        self._online: dict[str, tuple[Online, Sequence[bool], dict[str, Any]]] = {}
        """What was last told of who is online at a table, and by what it was known."""

    async def follow(
        self, after: Mapping[str, int], key: str, *, views: bool, changes: bool
    ) -> AsyncGenerator[News, None]:
        """Everything at these tables after these numbers, as it happens.

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
        """The log entries of a table after this number, for one who may see them."""
        may_watch(table, key)
        return await self.later(table, after)

    async def later(self, table: Table, after: int) -> Sequence[LogEntry]:
        """The same, for one of whom that is known."""
        self._on_look(table)
        at_hand = table.after(after)
        return (await self._store.read(table.setup.table, max(0, after)))[0] if at_hand is None else at_hand

    def miss(self, table: Table) -> None:
        """People who are offline since an unknown time count as offline from now on."""
        self._presence.miss(table.setup.table, table.people)

    def online(self, table: Table) -> dict[str, Any]:
        """Who is online, seat by seat, and how many watch."""
        name = table.setup.table
        known, people = self._presence.of(name), table.people
        told = self._online.get(name)
        if told is None or told[0] is not known or told[1] != people:
            if len(self._online) >= MOST_TOLD:
                self._online.clear()
            written = {"seats": seats_told(known, people), "watchers": known.watchers}
            told = self._online[name] = (known, people, written)
        return told[2]

    def shown(self, table: Table, key: str) -> bytes:
        """A view as JSON, with who is online."""
        return view_json(table, key, *self.online(table).values())

    def changed(self, table: Table, key: str, since: int) -> bytes | None:
        """What has changed since this number, as JSON, if that is known."""
        return change_json(table, key, since, *self.online(table).values())


class _Follow:
    """One who follows a table, and what they know of it."""

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
        """What is new since the last time."""
        first, key = self._looked is None, self._key
        # Followers are woken when the news is cached; only what was evicted has to be read.
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
            change = self._all.changed(table, key, self._known) if self._changes and not reset else None
            view = None if change else self._all.shown(table, key)
        if entries:
            # Of what one has done oneself one was told by the answer.
            self._known = table.seq
        self._told = online
        return Update(entries, view, change, None if online == told else online, reset, table.seq)
