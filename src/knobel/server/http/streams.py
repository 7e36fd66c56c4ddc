"""Server-sent events (SSE): one task a stream, resumed by event number, ended with `bye` when the server stops."""

import asyncio
import signal
import threading
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, Generic, TypeVar

from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from knobel.app.tables import with_time
from knobel.core.errors import KnobelError
from knobel.server.http.metrics import Metrics, NoMetrics
from knobel.server.http.polling import poll_once
from knobel.server.http.rate_limits import disconnected
from knobel.server.http.responses import json_bytes, response_to
from knobel.server.http.settings import Settings
from knobel.server.live.following import News, Update
from knobel.server.live.service import now
from knobel.tables.errors import Busy, TableError

BYE = b"event: bye\ndata: {}\n\n"
HELLO = b"retry: 1000\n\n"
"""The milliseconds a browser waits before it reconnects."""
T = TypeVar("T")
_KINDS = ("row", "view", "change", "online", "reset", "ping", "bye")


def _docs(description: str, kinds: tuple[str, ...], models: tuple[str, ...]) -> dict[str, Any]:
    """The OpenAPI description of a stream."""
    data = {
        "type": "string",
        "contentMediaType": "application/json",
        "contentSchema": {"anyOf": [{"$ref": f"#/components/schemas/{model}"} for model in models]},
    }
    fields = {"event": {"enum": list(kinds)}, "id": {"type": "string"}, "data": data}
    item = {"type": "object", "properties": fields}
    return {
        "description": description,
        "content": {"text/event-stream": {"schema": {"type": "string"}, "itemSchema": item}},
    }


STREAM_DOCS = _docs(
    "A stream. `event: row` has an Event as its data and its number as id; `event: view`, if it was asked for, has "
    "a View; `event: change`, if that was asked for, has a Change instead, if the previous view is known; "
    "`event: online` has an Online, at the beginning and whenever it changes; `event: reset` has a View, "
    "with its number as id, for a client whose position is in the future; `event: ping` has a Ping and shows "
    "that the connection is alive; after `event: bye` it ends, and the client connects again.",
    _KINDS,
    ("Event", "View", "Change", "Online", "Ping"),
)
SEVERAL_DOCS = _docs(
    "A stream of several tables. The events are those of `followTable`, but each has an AtTable as its data, which "
    "names the table, and each id holds the positions in all tables, as `tables` does. `event: refused` has a Refusal "
    "for a table that cannot be followed, or no longer; the others go on. `ping` and `bye` are for the whole stream.",
    (*_KINDS, "refused"),
    ("AtTable", "Ping"),
)
_SEND_TIMEOUT = 30.0
"""Seconds for a client to read what it is sent; a stuck one would be held for ever."""
_BYE_TIMEOUT = 1.0
_CHECKS = 10
"""How often within a heartbeat interval a worker checks for quiet streams."""
RAW_SEND = "knobel.send"
"""The key of a scope with the `send` that bypasses the middleware."""
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def sse_bytes(update: Update) -> bytes:
    """An update as the bytes of server-sent events, for a stream of one table."""
    return b"".join(
        (b"id: %d\n" % seq if seq else b"") + b"event: %b\ndata: %b\n\n" % (event, data)
        for event, data, seq in _events(update)
    )


class SeveralTables:
    """Encodes updates of several tables; each event id holds the position in all of them."""

    def __init__(self, after: Mapping[str, int]) -> None:
        self._after = dict(after)

    def sse_bytes(self, news: News) -> bytes:
        """Updates as the bytes of server-sent events."""
        return b"".join(self._encode(table, update) for table, update in news.items())

    def _encode(self, table: str, update: Update | TableError) -> bytes:
        if isinstance(update, TableError):
            self._after.pop(table, None)
            return _at(table, b"refused", bytes(response_to(update).body))
        parts = []
        for event, data, seq in _events(update):
            if seq:
                self._after[table] = seq
                parts.append(b"id: %b\n" % ",".join(f"{name}:{at}" for name, at in self._after.items()).encode())
            parts.append(_at(table, event, data))
        return b"".join(parts)


def _at(table: str, event: bytes, data: bytes) -> bytes:
    return b'event: %b\ndata: {"table":"%b","data":%b}\n\n' % (event, table.encode(), data)


def _events(update: Update) -> Iterator[tuple[bytes, bytes, int]]:
    """The events of an update: name, data, and number or 0."""
    for entry in update.entries:
        yield b"row", entry.event_json(), entry.seq
    if update.view and update.reset:
        yield b"reset", with_time(update.view, now()), update.seq
    elif update.view:
        yield b"view", with_time(update.view, now()), 0
    elif update.change:
        yield b"change", with_time(update.change, now()), 0
    if update.online is not None:
        yield b"online", json_bytes(update.online), 0


@dataclass(frozen=True, eq=False, slots=True)
class Place:
    """A reserved place among the streams of a worker: its key and address, and how many tables it follows."""

    key: str = field(repr=False)
    address: str
    tables: int


class Streams:
    """All streams of a worker, with their limits and heartbeats."""

    def __init__(self, settings: Settings, metrics: Metrics | NoMetrics) -> None:
        self._most = settings.streams
        self._limits = (
            ("key", settings.streams_key, settings.followed_key),
            ("address", settings.streams_address, settings.followed_address),
        )
        self.heartbeat = settings.heartbeat
        self.ping = b"event: ping\ndata: %b\n\n" % json_bytes({"every": settings.heartbeat})
        self._metrics = metrics
        self._running: dict[Stream[Any], asyncio.Task[Any]] = {}
        """The tasks of all streams, sorted by when they were last sent data."""
        self._pulse: asyncio.TimerHandle | None = None
        self._places: set[Place] = set()
        self._held: Counter[tuple[str, str]] = Counter()
        """The number of streams of each key and each address."""
        self._followed: Counter[tuple[str, str]] = Counter()
        """The number of tables that each key and each address follows."""
        self.closing = False
        """Whether the server is about to stop."""

    def __len__(self) -> int:
        return len(self._running)

    def enter(self, key: str, address: str, tables: int = 1) -> Place:
        """Reserve a place before the first await, so that simultaneous requests cannot exceed the limit."""
        place = Place(key, address, tables)
        if self.closing or len(self._places) >= self._most:
            raise Busy("too many clients are following tables; try again in a moment")
        for who, (kind, most, most_tables) in zip(_holders(place), self._limits, strict=True):
            if self._held[who] >= most:
                raise Busy(f"one {kind} can have up to {most} streams at once; close some")
            if self._followed[who] + tables > most_tables:
                raise Busy(f"one {kind} can follow up to {most_tables} tables at once; close some")
        self._places.add(place)
        for who in _holders(place):
            self._held[who] += 1
            self._followed[who] += tables
        return place

    def leave(self, place: Place) -> None:
        """Release a place."""
        self._places.remove(place)
        for who in _holders(place):
            self._held[who] -= 1
            self._followed[who] -= place.tables
            if not self._held[who]:
                del self._held[who], self._followed[who]

    @contextmanager
    def running(self, stream: "Stream[Any]", place: Place) -> Iterator[None]:
        """Run the current task as a stream; its place is released when it ends."""
        task = asyncio.current_task()
        assert task
        self._running[stream] = task
        self._metrics.count_streams(1)
        if self._pulse is None:
            self._schedule_heartbeats()
        try:
            yield
        finally:
            self._metrics.count_streams(-1)
            del self._running[stream]
            self.leave(place)

    def mark_sent(self, stream: "Stream[Any]") -> None:
        """Record that a stream was sent data: move it to the end of the heartbeat queue."""
        self._running[stream] = self._running.pop(stream)

    def _schedule_heartbeats(self) -> None:
        self._pulse = asyncio.get_running_loop().call_later(self.heartbeat / _CHECKS, self._send_heartbeats)

    def _send_heartbeats(self) -> None:
        """Send heartbeats to quiet streams, and end those whose clients read nothing; one timer serves all streams."""
        self._pulse = None
        now = asyncio.get_running_loop().time()
        for stream, task in list(self._running.items()):
            if stream.sent_at > now - self.heartbeat * (1 - 1 / _CHECKS):
                # All later streams were sent data more recently.
                break
            if stream.stuck(now):
                task.cancel()
        if self._running:
            self._schedule_heartbeats()

    def close(self) -> None:
        """End all streams with `bye`."""
        self.closing = True
        for task in self._running.values():
            task.cancel()

    @contextmanager
    def closed_by_signals(self) -> Iterator[None]:
        """Close all streams on SIGINT and SIGTERM: uvicorn would wait for them for ever."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        loop = asyncio.get_running_loop()
        before = {number: signal.getsignal(number) for number in _SIGNALS}

        def end(number: int, frame: FrameType | None) -> None:
            loop.call_soon_threadsafe(self.close)
            handler = before[signal.Signals(number)]
            if callable(handler):
                handler(number, frame)

        for number in _SIGNALS:
            signal.signal(number, end)
        try:
            yield
        finally:
            for number in _SIGNALS:
                if signal.getsignal(number) is end:
                    signal.signal(number, before[number])


def _holders(place: Place) -> tuple[tuple[str, str], tuple[str, str]]:
    """The key and the address for which a stream is counted."""
    return ("key", place.key), ("address", place.address)


class Stream(Response, Generic[T]):
    """The response of one client that follows tables."""

    media_type = "text/event-stream"

    def __init__(
        self,
        streams: Streams,
        place: Place,
        encode: Callable[[T], bytes],
        first: T,
        updates: AsyncGenerator[T, None],
    ) -> None:
        super().__init__(headers={"Cache-Control": "no-cache", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._streams, self._place, self._encode = streams, place, encode
        self._first, self._updates = first, updates
        self._send: Send | None = None
        """The `send` that bypasses the middleware, set while the client follows."""
        self.sent_at = 0.0
        """The time of the event loop when data was last sent."""
        self._sending = False
        """Whether data is being sent that the client has not accepted yet."""
        self._gone = self._stuck = False
        """Whether the client has disconnected, or reads nothing any more."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send updates until the client disconnects or the server stops."""
        with self._streams.running(self, self._place):
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            try:
                async with aclosing(self._updates):
                    # A stream opened while the server was closing is not cancelled by `close`.
                    if not self._streams.closing:
                        await _send(send, HELLO + self._streams.ping + self._encode(self._first))
                        # Middleware only changes the start of the response. The rest bypasses it and runs in a task of
                        # its own, so that an event does not resume the whole stack of middleware coroutines.
                        await asyncio.create_task(self._follow(receive, scope.pop(RAW_SEND, send)))
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if task is None or not (self._gone or self._stuck or self._streams.closing):
                    raise
                task.uncancel()
                if self._gone:
                    return
            except (KnobelError, TimeoutError):
                # The key has lost its seat, the database is gone, or the client reads nothing; when it reconnects, it
                # gets the error.
                pass
            await _bye(send)

    async def _follow(self, receive: Receive, send: Send) -> None:
        stream, loop = asyncio.current_task(), asyncio.get_running_loop()
        assert stream
        self._send = send
        self._record_sent(loop.time())

        def leave(_: object) -> None:
            self._gone = True
            stream.cancel()

        gone = asyncio.create_task(disconnected(receive))
        gone.add_done_callback(leave)
        try:
            async for update in self._updates:
                body = self._encode(update)
                if body:
                    self._sending = True
                    await send(_part(body))
                    self._sending = False
                    self._record_sent(loop.time())
        finally:
            self._send = None
            gone.remove_done_callback(leave)
            gone.cancel()
            await asyncio.gather(gone, return_exceptions=True)

    def stuck(self, now: float) -> bool:
        """Send a heartbeat to a quiet stream; True if its client no longer reads."""
        if self._send is None:
            return False
        if not self._sending and poll_once(self._send(_part(self._streams.ping))):
            self._record_sent(now)
            return False
        self._stuck = now - self.sent_at >= self._streams.heartbeat + _SEND_TIMEOUT
        return self._stuck

    def _record_sent(self, now: float) -> None:
        self.sent_at = now
        self._streams.mark_sent(self)


def _part(body: bytes) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": True}


async def _send(send: Send, body: bytes) -> None:
    async with asyncio.timeout(_SEND_TIMEOUT):
        await send(_part(body))


async def _bye(send: Send) -> None:
    try:
        async with asyncio.timeout(_BYE_TIMEOUT):
            await send({"type": "http.response.body", "body": BYE, "more_body": False})
    except TimeoutError:
        pass
