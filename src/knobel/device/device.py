"""A device that answers API requests about its own tables as a server would."""

import json
import re
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from knobel.answers import tables as told_of
from knobel.answers.refusals import refusal, refusal_of
from knobel.core.errors import KnobelError
from knobel.device.asked import Answered, Asked, server_only
from knobel.device.bots import Bots, Fetch
from knobel.device.routes import ROUTES
from knobel.device.store import Store
from knobel.device.tables import Tables
from knobel.scene.model import compact
from knobel.tables import play
from knobel.tables.changes import change_json
from knobel.tables.keys import check_key
from knobel.tables.seats import may_watch
from knobel.tables.table import Table
from knobel.tables.view import view_json

PACE = 0.7
"""Seconds that a bot takes for a decision."""


class Answer(NamedTuple):
    """A response: status, media type, and body."""

    status: int
    kind: str
    body: bytes


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


async def _here(_game: str) -> bool:
    """Pretend to fetch values: all are here already."""
    return True


class Around(NamedTuple):
    """Callbacks of a device."""

    changed: Callable[[str], None] = lambda _table: None
    """Called with every table that has changed."""
    fetch: Fetch = _here
    """Fetches the values of a game."""
    shown: Callable[[Table], None] = lambda _table: None
    """Called with every table that is shown, since somebody may ask the coach there soon."""
    progress: Callable[[int, int], None] = lambda _done, _whole: None
    """Called with the progress of a review: steps done, and all steps."""


class Device:
    """The tables of one device, for its user."""

    def __init__(
        self,
        store: Store,
        key: str,
        *,
        home: str = "",
        clock: Callable[[], int] = now,
        pace: float = PACE,
        around: Around | None = None,
    ) -> None:
        self.key, self.home, self.clock = check_key(key), home, clock
        self.around = around or Around()
        self.tables = Tables(store, key, self._on_change)
        self.bots = Bots(self.tables.load, self._make, self.around.fetch, pace)

    async def answer(self, method: str, target: str, body: str | None = None) -> Answer:
        """Answer a request as `/api` of a server does; errors have the same shape."""
        address = urlsplit(target)
        path = [unquote(part) for part in address.path.split("/") if part]
        for wanted, pattern, handler in ROUTES:
            found = re.fullmatch(pattern, "/".join(path)) if wanted == method else None
            if found:
                asked = Asked(found.groupdict(), dict(parse_qsl(address.query)), json.loads(body) if body else {})
                try:
                    return _answer(await handler(self, asked))
                except KnobelError as error:
                    return _refused(*refusal_of(error))
        return _refused(*refusal_of(server_only()))

    async def news(self, name: str, after: int) -> str:
        """The events of a table after this number, with the view or the change unless all entries are one's own.

        A JSON list of pairs: the type and the data of an event, as in the stream of a server.
        """
        table = await self.tables.load(name)
        self._show(table)
        if after > table.seq:
            return f'[["reset",{self._timed(self.view(table))}]]'
        entries = await self.tables.entries(name, after)
        events = [f'["row",{compact(entry.event())}]' for entry in entries]
        if any(entry.seat not in may_watch(table, self.key) for entry in entries):
            change = self.change(table, after)
            what = f'["change",{self._timed(change)}]' if change else f'["view",{self._timed(self.view(table))}]'
            events.append(what)
        return f"[{','.join(events)}]"

    def heard(self, name: str) -> None:
        """Drop a table from the cache, because another window has changed it."""
        self.tables.forget(name)

    def view(self, table: Table) -> bytes:
        """The view of a table as JSON; everybody who plays on the device is online."""
        return view_json(table, self.key, _online(table))

    def change(self, table: Table, since: int) -> bytes | None:
        """The change since this number as JSON; None if it is not known."""
        return change_json(table, self.key, since, _online(table))

    async def seen(self, name: str) -> bytes:
        """The view of a table with the time."""
        table = await self.tables.load(name)
        self._show(table)
        return told_of.with_time(self.view(table), self.clock())

    async def done(self, name: str, seq: int, *, view: bool, since: int | None = None) -> bytes:
        """The response to a command."""
        table = await self.tables.load(name)
        change = self.change(table, since) if view and since is not None else None
        whole = self.view(table) if view and not change else None
        return told_of.done(seq, whole, change, self.clock())

    def _timed(self, view: bytes) -> str:
        return told_of.with_time(view, self.clock()).decode()

    def _on_change(self, table: Table) -> None:
        self.around.changed(table.setup.table)
        self.bots.wake(table)

    def _show(self, table: Table) -> None:
        """Wake the bots of a table that is shown, and warm up coach and bots for its game."""
        self.bots.wake(table)
        self.around.shown(table)

    async def _make(self, name: str, seat: int, move: Any, seen: int) -> None:
        """Make the move of a bot."""
        await self.tables.change(name, lambda draft: play.play_bot(draft, seat, move, seen, self.clock()))


def _online(table: Table) -> list[Mapping[str, Any]]:
    """The presence at a table: everybody who plays on a device is online."""
    return [{"online": True if seat.person else None, "offline_since": None} for seat in table.seats]


def _answer(answered: Answered) -> Answer:
    if answered.kind != "application/json" or isinstance(answered.body, bytes):
        body = answered.body if isinstance(answered.body, bytes) else str(answered.body).encode()
        return Answer(answered.status, answered.kind, body)
    return Answer(answered.status, answered.kind, b"" if answered.status == 204 else compact(answered.body).encode())


def _refused(code: str, message: str, details: Mapping[str, Any] | None = None) -> Answer:
    status, body = refusal(code, message, details)
    return Answer(status, "application/json", compact(body).encode())
