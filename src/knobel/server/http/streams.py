"""Streams of events (SSE): one task each, resumed by number, told `bye` when the server goes."""

import asyncio
import signal
import threading
from collections import Counter
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, contextmanager
from types import FrameType
from typing import Any

from prometheus_client import Gauge
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from knobel.core.errors import KnobelError
from knobel.server.errors import Busy
from knobel.server.http.answers import json_bytes
from knobel.server.http.settings import Settings

News = AsyncGenerator[list[dict[str, Any]], None]

BYE = b"event: bye\ndata: {}\n\n"
HELLO = b"retry: 1000\n\n"
"""How long a browser waits before it comes again, in milliseconds."""
ALIVE = b": \n\n"
FOLLOWED = {
    "description": (
        "A stream. `event: row` has an Event as its data and its number as id; "
        "after `event: bye` it ends, and the client comes again; comments show that it is alive."
    ),
    "content": {
        "text/event-stream": {
            "schema": {"type": "string"},
            "itemSchema": {
                "type": "object",
                "properties": {
                    "event": {"enum": ["row", "bye"]},
                    "id": {"type": "string"},
                    "data": {
                        "type": "string",
                        "contentMediaType": "application/json",
                        "contentSchema": {"$ref": "#/components/schemas/Event"},
                    },
                },
            },
        }
    },
}
"""The stream as OpenAPI describes it."""
_PATIENCE = 30.0
"""Seconds for a client to take what it is sent; one that takes nothing would be held for ever."""
_FAREWELL = 1.0
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def written(events: list[dict[str, Any]]) -> bytes:
    """Events as they stand in a stream."""
    return b"".join(b"id: %d\nevent: row\ndata: %b\n\n" % (event["seq"], json_bytes(event)) for event in events)


class Streams:
    """All streams of a worker."""

    def __init__(self, settings: Settings, gauge: Gauge) -> None:
        self._most, self._most_each = settings.streams, settings.streams_key
        self.heartbeat = settings.heartbeat
        self._gauge = gauge
        self._tasks: set[asyncio.Task[Any]] = set()
        self._each: Counter[str] = Counter()
        self.closing = False
        """The server is about to go."""

    def __len__(self) -> int:
        return len(self._tasks)

    def check_room(self, key: str) -> None:
        """Refuse one more than there is room for."""
        if self.closing or len(self._tasks) >= self._most:
            raise Busy("no more can follow tables here now; come again in a moment")
        if self._each[key] >= self._most_each:
            raise Busy(f"a key follows up to {self._most_each} streams at once; close some")

    @contextmanager
    def running(self, key: str) -> Iterator[None]:
        """Count the present task as a stream."""
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        self._each[key] += 1
        self._gauge.inc()
        try:
            yield
        finally:
            self._gauge.dec()
            self._tasks.discard(task)
            self._each[key] -= 1
            if not self._each[key]:
                del self._each[key]

    def close(self) -> None:
        """Wake all streams, so that they say good-bye and end."""
        self.closing = True
        for task in self._tasks:
            task.cancel()

    @contextmanager
    def closed_by_signals(self) -> Iterator[None]:
        """Close when the process is told to end: its server would wait for the streams, and they for ever."""
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

    def __init__(self, streams: Streams, key: str, first: list[dict[str, Any]], news: News) -> None:
        super().__init__(headers={"Cache-Control": "no-cache", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._streams, self._key, self._first, self._news = streams, key, first, news

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send what happens until the client goes, or the server does."""
        request = Request(scope, receive)
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        with self._streams.running(self._key):
            try:
                async with aclosing(self._news):
                    # Who came while the server was closing was not there to be woken.
                    if not self._streams.closing:
                        await self._follow(request, send)
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if not self._streams.closing or task is None:
                    raise
                task.uncancel()
            except (KnobelError, TimeoutError):
                # The seat is no longer this key's, the database is gone, or the client takes nothing:
                # whoever comes again is told properly.
                pass
            await _bye(send)

    async def _follow(self, request: Request, send: Send) -> None:
        await _send(send, HELLO + written(self._first))
        coming = _next(self._news)
        try:
            while not await request.is_disconnected():
                # Waiting is done here and not where the news come from, so that a quiet stream asks no database.
                there, _ = await asyncio.wait({coming}, timeout=self._streams.heartbeat)
                events = coming.result() if there else []
                await _send(send, written(events) or ALIVE)
                if there:
                    coming = _next(self._news)
        finally:
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)


def _next(news: News) -> asyncio.Task[list[dict[str, Any]]]:
    async def some() -> list[dict[str, Any]]:
        while True:
            events = await anext(news)
            if events:
                return events

    return asyncio.create_task(some())


async def _send(send: Send, body: bytes) -> None:
    async with asyncio.timeout(_PATIENCE):
        await send({"type": "http.response.body", "body": body, "more_body": True})


async def _bye(send: Send) -> None:
    try:
        async with asyncio.timeout(_FAREWELL):
            await send({"type": "http.response.body", "body": BYE, "more_body": False})
    except TimeoutError:
        pass
