"""Connections with minimal overhead: the load is generated on the machine that it tests."""

import asyncio
import re
from collections import deque
from collections.abc import Callable
from time import monotonic

_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)\r\n", re.IGNORECASE)
_CLOSE = re.compile(rb"\r\nconnection: close\r\n", re.IGNORECASE)
_EVENT = re.compile(rb"event: (row|view|change)\ndata: ([^\n]*)\n\n")
_IDLE = 3.0
"""Seconds after which an idle connection is not reused: the server is about to close it."""


def request(method: str, path: str, key: str, body: bytes = b"") -> bytes:
    """The bytes of a request."""
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {key}\r\n"
    if body:
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body


class Wire(asyncio.Protocol):
    """One keep-alive connection; one request at a time."""

    def __init__(self) -> None:
        self.used = monotonic()
        self.closed = False
        self._transport: asyncio.Transport | None = None
        self._parts = b""
        self._whole = 0
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._parts = parts = self._parts + data if self._parts else data
        if not self._whole:
            head = parts.find(b"\r\n\r\n")
            if head < 0:
                return
            length = _LENGTH.search(parts, 0, head + 2)
            # A proxy ends a connection after so many requests.
            self.closed = self.closed or _CLOSE.search(parts, 0, head + 2) is not None
            self._whole = head + 4 + (int(length[1]) if length else 0)
        if len(parts) >= self._whole:
            answer, self._answer = self._answer, None
            body = parts[parts.find(b"\r\n\r\n") + 4 :]
            self._parts, self._whole = b"", 0
            if answer and not answer.done():
                answer.set_result((int(parts[9:12]), body))

    def connection_lost(self, _: Exception | None) -> None:
        self.closed = True
        if self._answer and not self._answer.done():
            self._answer.set_exception(ConnectionError("the connection was lost"))

    def ask(self, sent: bytes) -> asyncio.Future[tuple[int, bytes]]:
        """Send a request; the future has the status and the body of the response."""
        assert self._transport
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(sent)
        return self._answer

    def close(self) -> None:
        if self._transport:
            self._transport.abort()


class Wires:
    """A pool of connections to one port, created on demand; the most recently used is used first."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._free: deque[Wire] = deque()

    async def ask(self, sent: bytes) -> tuple[int, bytes]:
        """Send a request; return the status and the body of the response."""
        wire = await self._take()
        try:
            return await wire.ask(sent)
        finally:
            wire.used = monotonic()
            self._free.append(wire)

    async def _take(self) -> Wire:
        while self._free:
            wire = self._free.pop()
            if not wire.closed and monotonic() - wire.used < _IDLE:
                return wire
            wire.close()
        _, made = await asyncio.get_running_loop().create_connection(Wire, "127.0.0.1", self._port)
        return made

    def close(self) -> None:
        for wire in self._free:
            wire.close()


class Stream(asyncio.Protocol):
    """A stream of events."""

    def __init__(self, sent: bytes, on_event: Callable[[bytes, bytes], None], lost: Callable[[], None]) -> None:
        self._sent, self._on_event, self._lost = sent, on_event, lost
        self._transport: asyncio.Transport | None = None
        self._received = b""
        """What was received beyond the last complete chunk."""
        self._rest = b""
        """What the chunks contained beyond the last complete event."""
        self.open: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """The status, once received."""
        self._closing = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._sent)

    def data_received(self, data: bytes) -> None:
        self._received += data
        if not self.open.done():
            head = self._received.find(b"\r\n\r\n")
            if head < 0:
                return
            self.open.set_result(int(self._received[9:12]))
            self._received = self._received[head + 4 :]
        events = self._rest + self._unchunked()
        for event in _EVENT.finditer(events):
            self._on_event(event[1], event[2])
        self._rest = events[events.rfind(b"\n\n") + 2 :] if b"\n\n" in events else events

    def _unchunked(self) -> bytes:
        """The contents of all complete chunks; a proxy cuts chunks where it likes."""
        received, contents, begin = self._received, [], 0
        while (line := received.find(b"\r\n", begin)) >= 0:
            end = line + 2 + int(received[begin:line], 16)
            if len(received) < end + 2:
                break
            contents.append(received[line + 2 : end])
            begin = end + 2
        self._received = received[begin:]
        return b"".join(contents)

    def connection_lost(self, _: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(ConnectionError("the stream was refused"))
        if not self._closing:
            self._lost()

    def close(self) -> None:
        self._closing = True
        if self._transport:
            self._transport.abort()
