"""Connections that are given some seconds to say what they want."""

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS = 15.0


class Patient(H11Protocol):
    """Uvicorn waits for the first line and the headers of a request for ever; this one does not."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Somebody says something; half a request is not enough."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            self._wait()
        else:
            self._stop()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        self._stop()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(SECONDS, self.transport.close)

    def _stop(self) -> None:
        if self._waiting:
            self._waiting.cancel()
            self._waiting = None
