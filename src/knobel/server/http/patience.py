"""Connections that are given some seconds and some bytes to say what they want."""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

SECONDS = 15.0
MOST = 65_536
"""Bytes of a first line and headers that are not whole yet."""


class Patient(HttpToolsProtocol):
    """Uvicorn waits for the head of a request for ever and takes it at any length; this one does not."""

    _timer: asyncio.TimerHandle | None = None
    _head = 0
    """Bytes that came of a head."""
    _in_body = False
    _whole = False
    """A request has ended, and nothing was said since."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Somebody says something; half a head is not enough."""
        self._whole = False
        self._head += len(data)
        super().data_received(data)
        if self._in_body or self._whole or self.transport.is_closing():
            self._head = 0
            self._stop()
        elif self._head > MOST:
            self.send_400_response("The headers of this request are too long.")
        else:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        self._stop()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """A request begins."""
        self._whole = False
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Its head is whole; how long the rest may be and take is the gate's affair."""
        self._in_body = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of it is here."""
        self._in_body, self._whole = False, True
        super().on_message_complete()

    def _wait(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(SECONDS, self.transport.close)

    def _stop(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
