"""Server-sent events (SSE): one task a stream, resumed by number, ended with `bye` when the server stops."""

import asyncio
import signal
import threading
from collections import Counter
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from types import FrameType
from typing import Any

from prometheus_client import Gauge
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from knobel.core.errors import KnobelError
from knobel.server.http.rate_limits import disconnected
from knobel.server.http.responses import json_bytes
from knobel.server.http.settings import Settings
from knobel.server.live.following import Update
from knobel.server.live.service import now
from knobel.tables.errors import Busy
from knobel.tables.log import LogEntry

BYE = b"event: bye\ndata: {}\n\n"
HELLO = b"retry: 1000\n\n"
"""How long a browser waits before it comes again, in milliseconds."""
_MODELS = ("Event", "View", "Change", "Online", "Ping")
STREAM_DOCS = {
    "description": (
        "A stream. `event: row` has an Event as its data and its number as id; `event: view`, if it was asked for, has "
        "a View; `event: change`, if that was asked for, has a Change instead, where the view before is known; "
        "`event: online` has an Online, at the beginning and whenever it changes; `event: reset` has a View, "
        "with its number as id, for a client that knew more than ever happened; `event: ping` has a Ping and shows "
        "that the stream is alive; after `event: bye` it ends, and the client comes again."
    ),
    "content": {
        "text/event-stream": {
            "schema": {"type": "string"},
            "itemSchema": {
                "type": "object",
                "properties": {
                    "event": {"enum": ["row", "view", "change", "online", "reset", "ping", "bye"]},
                    "id": {"type": "string"},
                    "data": {
                        "type": "string",
                        "contentMediaType": "application/json",
                        "contentSchema": {"anyOf": [{"$ref": f"#/components/schemas/{model}"} for model in _MODELS]},
                    },
                },
            },
        }
    },
}
"""The stream as OpenAPI describes it."""
_SEND_TIMEOUT = 30.0
"""Seconds for a client to read what it is sent; one that reads nothing would be held for ever."""
_BYE_TIMEOUT = 1.0
_ALMOST = 0.9
"""So much of the time between two signs of life has passed when it is up, as timers are not exact."""
RAW_SEND = "knobel.send"
"""Where a scope has what sends straight to the client."""
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def sse_bytes(update: Update) -> bytes:
    """An update as it is sent in a stream."""
    parts = [_row(entry) for entry in update.entries]
    if update.view and update.reset:
        parts.append(b"id: %d\nevent: reset\ndata: %b\n\n" % (update.seq, with_time(update.view)))
    elif update.view:
        parts.append(b"event: view\ndata: %b\n\n" % with_time(update.view))
    elif update.change:
        parts.append(b"event: change\ndata: %b\n\n" % with_time(update.change))
    if update.online is not None:
        parts.append(b"event: online\ndata: %b\n\n" % json_bytes(update.online))
    return b"".join(parts)


@lru_cache(maxsize=1000)
def _row(entry: LogEntry) -> bytes:
    """A log entry as it is sent in a stream; all who follow a table are sent the same."""
    return b"id: %d\nevent: row\ndata: %b\n\n" % (entry.seq, json_bytes(entry.event()))


def with_time(view: bytes) -> bytes:
    """A view or a change, with the time of the server: the clocks of clients go as they like."""
    return b'%b,"now":%d}' % (view[:-1], now())


@dataclass(frozen=True, eq=False, slots=True)
class Place:
    """A place among the streams of a worker, for one with this key at this address."""

    key: str = field(repr=False)
    address: str


class Streams:
    """All streams of a worker."""

    def __init__(self, settings: Settings, gauge: Gauge) -> None:
        self._most = settings.streams
        self._most_key, self._most_address = settings.streams_key, settings.streams_address
        self.heartbeat = settings.heartbeat
        self.ping = b"event: ping\ndata: %b\n\n" % json_bytes({"every": settings.heartbeat})
        self._gauge = gauge
        self._tasks: set[asyncio.Task[Any]] = set()
        self._places: set[Place] = set()
        self._keys: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self.closing = False
        """The server is about to stop."""

    def __len__(self) -> int:
        return len(self._tasks)

    def enter(self, key: str, address: str) -> Place:
        """Take a place, before anything is awaited: of many who ask at once only so many get one."""
        if self.closing or len(self._places) >= self._most:
            raise Busy("no more can follow tables here now; come again in a moment")
        if self._keys[key] >= self._most_key:
            raise Busy(f"a key follows up to {self._most_key} streams at once; close some")
        if self._addresses[address] >= self._most_address:
            raise Busy(f"an address follows up to {self._most_address} streams at once; close some")
        place = Place(key, address)
        self._places.add(place)
        self._keys[key] += 1
        self._addresses[address] += 1
        return place

    def leave(self, place: Place) -> None:
        """Give a place back."""
        self._places.remove(place)
        # What is counted down to nothing is dropped.
        self._keys -= Counter([place.key])
        self._addresses -= Counter([place.address])

    @contextmanager
    def running(self, place: Place) -> Iterator[None]:
        """Run the present task as a stream, which has this place until it ends."""
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        self._gauge.inc()
        try:
            yield
        finally:
            self._gauge.dec()
            self._tasks.discard(task)
            self.leave(place)

    def close(self) -> None:
        """End all streams with `bye`."""
        self.closing = True
        for task in self._tasks:
            task.cancel()

    @contextmanager
    def closed_by_signals(self) -> Iterator[None]:
        """Close on SIGINT and SIGTERM: uvicorn would wait for the streams, and they never end."""
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


class Stream(Response):
    """One client that follows a table."""

    media_type = "text/event-stream"

    def __init__(self, streams: Streams, place: Place, first: Update, updates: AsyncGenerator[Update, None]) -> None:
        super().__init__(headers={"Cache-Control": "no-cache", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._streams, self._place, self._first, self._updates = streams, place, first, updates
        self._gone = False
        """The client has disconnected."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send what happens until the client disconnects, or the server stops."""
        # What middleware adds, it adds to the beginning; the rest need not pass through it.
        quick: Send = scope.get(RAW_SEND, send)
        with self._streams.running(self._place):
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            try:
                async with aclosing(self._updates):
                    # A stream that was opened while the server was closing was not woken.
                    if not self._streams.closing:
                        await _send(send, HELLO + self._streams.ping + sse_bytes(self._first))
                        await self._follow(receive, quick)
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if task is None or not (self._gone or self._streams.closing):
                    raise
                task.uncancel()
                if self._gone:
                    return
            except (KnobelError, TimeoutError):
                # The seat is no longer this key's, the database is gone, or the client reads nothing:
                # when it connects again, it gets the error.
                pass
            await _bye(send)

    async def _follow(self, receive: Receive, send: Send) -> None:
        stream, loop = asyncio.current_task(), asyncio.get_running_loop()
        assert stream
        quiet_since = loop.time()

        def leave(_: object) -> None:
            self._gone = True
            stream.cancel()

        gone = asyncio.create_task(disconnected(receive))
        gone.add_done_callback(leave)
        try:
            async for update in self._updates:
                body = sse_bytes(update)
                if body or loop.time() - quiet_since >= self._streams.heartbeat * _ALMOST:
                    await _send(send, body or self._streams.ping)
                    quiet_since = loop.time()
        finally:
            gone.remove_done_callback(leave)
            gone.cancel()
            await asyncio.gather(gone, return_exceptions=True)


async def _send(send: Send, body: bytes) -> None:
    async with asyncio.timeout(_SEND_TIMEOUT):
        await send({"type": "http.response.body", "body": body, "more_body": True})


async def _bye(send: Send) -> None:
    try:
        async with asyncio.timeout(_BYE_TIMEOUT):
            await send({"type": "http.response.body", "body": BYE, "more_body": False})
    except TimeoutError:
        pass
