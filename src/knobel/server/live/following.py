"""Following tables: new log entries as they are written, and the view after them."""

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import ExitStack, aclosing
from typing import Any, NamedTuple

from knobel.app.application import App
from knobel.server.live.presence import Presence, SeatStream
from knobel.server.live.signals import Signal, TableSignals
from knobel.server.live.table_cache import TableCache
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
    """Whether the client starts again with this view: it knew entries that do not exist, or is too far behind."""
    seq: int = 0
    """The number of the last log entry in the view."""
    more: bool = False
    """Whether more of what the client missed follows at once."""

    @property
    def events(self) -> list[dict[str, Any]]:
        """The log entries as the events that clients get."""
        return [entry.event() for entry in self.entries]


NO_NEWS = Update(())
FAR_BEHIND = 1_000
"""The most entries that a client gets one by one; if it missed more, it starts again with the view."""
_PIECE = 100
"""The most entries of an update, so that others are served between two of them."""
News = Mapping[str, Update | TableError]
"""Updates by table, or the error because of which a table can no longer be followed."""


class Followers:
    """All followers of tables at this worker."""

    def __init__(self, app: App, cache: TableCache, signals: TableSignals, presence: Presence) -> None:
        self.app, self.cache, self.presence = app, cache, presence
        self._signals = signals

    async def follow(
        self, table: str, key: str, after: int = 0, *, views: bool = False, changes: bool = False
    ) -> AsyncGenerator[Update, None]:
        """Updates of a table after this number, as they happen; like `follow_all` for one table."""
        following = self.follow_all({table: after}, key, views=views, changes=changes)
        async with aclosing(following):
            async for news in following:
                update = news.get(table, NO_NEWS)
                if isinstance(update, TableError):
                    raise update
                yield update

    async def follow_all(
        self, after: Mapping[str, int], key: str, *, views: bool = False, changes: bool = False
    ) -> AsyncGenerator[News, None]:
        """Updates of several tables after these numbers, as they happen.

        A table that can no longer be followed gets its error as the last update. With `views`, updates contain the view
        after them, unless all their entries are this key's own: the responses to its commands contained it already.
        With `changes`, they contain the change since the last view or response instead, where that is known. A client
        that knows later entries than there are, because a backup was restored, or is too far behind, gets a view in any
        case. While somebody follows, their seats are online.
        """
        signal = Signal()
        with ExitStack() as all_ends:
            followed: dict[str, tuple[_FollowedTable, ExitStack]] = {}
            for name, number in after.items():
                if cached := self.cache.peek(name, key):
                    self.app.warm_up.expect(cached)
                ends = all_ends.enter_context(ExitStack())
                ends.enter_context(self._signals.subscribe(name, signal))
                stream = ends.enter_context(self.presence.streaming(name))
                table = _FollowedTable(self, stream, name, key, number, views=views, changes=changes)
                followed[name] = table, ends
            changed = set(followed)
            while True:
                news: dict[str, Update | TableError] = {}
                for name in changed & followed.keys():
                    table, ends = followed[name]
                    try:
                        news[name] = update = await table.news()
                        if update.reset or update.more:
                            await asyncio.sleep(0)
                    except (Denied, NoTable) as error:
                        news[name] = error
                        ends.close()
                        del followed[name]
                yield news
                if behind := [name for name, update in news.items() if isinstance(update, Update) and update.more]:
                    await asyncio.sleep(0)
                    changed = {*behind, *signal.collect()}
                else:
                    changed = await signal.wait()


class _FollowedTable:
    """A table as one client follows it: what the client knows of it."""

    __slots__ = (
        "_after",
        "_app",
        "_cache",
        "_changes",
        "_key",
        "_last",
        "_mine",
        "_moved",
        "_name",
        "_online",
        "_presence",
        "_stream",
        "_viewed",
        "_views",
    )

    def __init__(
        self, followers: Followers, stream: SeatStream, name: str, key: str, after: int, *, views: bool, changes: bool
    ) -> None:
        self._app, self._cache, self._presence = followers.app, followers.cache, followers.presence
        self._stream, self._name, self._key, self._views, self._changes = stream, name, key, views, changes
        self._after = after
        """The number of the last entry that the client got."""
        self._viewed = after
        """The number of the entry up to which the client knows the view."""
        self._last: Table | None = None
        """The table as of the last update."""
        self._mine: Sequence[int] = ()
        self._moved = False
        """Whether an entry since the last view is not one's own."""
        self._online: dict[str, Any] | None = None

    async def news(self) -> Update:
        """Everything new since the last call."""
        first, key = self._last is None, self._key
        # Followers are woken after the cache was updated; only evicted tables have to be read.
        table = None if first else self._cache.peek(self._name, key)
        table = table or await self._cache.load(self._name, key)
        if table is not self._last:
            self._mine = may_watch(table, key)
            self._app.bots.wake(table)
            self._stream.serve(self._mine)
            self._presence.mark_absent(table)
            self._last = table
        behind = table.seq - self._after
        reset = (first and behind < 0) or behind > FAR_BEHIND
        entries: Sequence[LogEntry] = ()
        if not reset and behind > 0:
            entries = (await self._app.tables.entries(table, self._after))[:_PIECE]
        self._moved = self._moved or any(entry.seat not in self._mine for entry in entries)
        more = len(entries) == _PIECE < behind
        view = change = None
        if reset or entries:
            self._after = entries[-1].seq if more else table.seq
            if not more:
                view, change = self._shown(table, reset=reset)
        online, online_before = self._presence.online(table), self._online
        self._online = online
        return Update(entries, view, change, None if online == online_before else online, reset, table.seq, more)

    def _shown(self, table: Table, *, reset: bool) -> tuple[bytes | None, bytes | None]:
        """The view, or the change since the last one, if the client wants one or needs it."""
        view = change = None
        if reset or (self._views and self._moved):
            change = self._app.change(table, self._key, self._viewed) if self._changes and not reset else None
            view = None if change else self._app.view(table, self._key)
        # The response to one's own command already contained what it changed.
        self._viewed, self._moved = table.seq, False
        return view, change
