"""The pipeline of every request: checks before it is answered; headers, compression and a log line after it."""

import time
import zlib
from collections.abc import Iterable

from starlette.middleware.gzip import GZipResponder, IdentityResponder
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from knobel.core.errors import KnobelError
from knobel.server.http.checks import NO_STORE, Gone, checked_body, host_of, known_hosts, replay_body, safety_headers
from knobel.server.http.identity import key_of
from knobel.server.http.rate_limits import RateLimits
from knobel.server.http.request_log import CutOff, RequestLog
from knobel.server.http.responses import error_response, response_to
from knobel.server.http.settings import Settings
from knobel.server.live.caller import CALLER

SAFE = ("GET", "HEAD", "OPTIONS")
PACKED_SIZE, PACKED_LEVEL = 1400, 4
"""The size in bytes from which responses are compressed, and the compression level."""
THREAD_SIZE = 128 << 10
"""The size in bytes from which responses are compressed in a thread."""
_JSON = (b"content-type", b"application/json")
_VARY = (b"vary", b"Accept-Encoding")
_PACKED = (b"content-encoding", b"gzip")


class Pipeline:
    """Middleware around the application: the only one, so that a request costs little before it is answered."""

    def __init__(self, app: ASGIApp, settings: Settings, limits: RateLimits, log: RequestLog) -> None:
        self._app, self._settings, self._limits, self._log = app, settings, limits, log
        self._hosts = known_hosts(settings.hosts) if settings.hosts else None
        self._headers = safety_headers(https=settings.https)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, let the application answer it, and log it."""
        request, began = HTTPConnection(scope), time.perf_counter()
        sending = _Sending(self._app, send, self._headers, packs="gzip" in request.headers.get("accept-encoding", ""))
        try:
            checked = await self._checked(request, receive)
            if isinstance(checked, Response):
                await checked(scope, receive, sending)
            else:
                await self._app(scope, checked, sending)
        except (Gone, CutOff):
            # Nobody waits for a response, or uvicorn closes the connection of an incomplete one.
            pass
        except Exception as error:  # noqa: BLE001 - whatever it is, somebody waits for an answer
            if sending.status:
                self._log.broken(error)
            else:
                response = response_to(error) if isinstance(error, KnobelError) else self._log.broken(error)
                await response(scope, receive, sending)
        finally:
            self._log.count(scope, sending.status, time.perf_counter() - began)

    async def _checked(self, request: HTTPConnection, receive: Receive) -> Response | Receive:
        """The error response to a request that is refused, or how to receive it."""
        if self._hosts and host_of(request) not in self._hosts:
            return error_response(
                "bad_host", "this server does not answer for that host name; allow it with --allowed-host"
            )
        if request.scope["path"].startswith("/api/"):
            key = key_of(request)
            self._limits.admit(request, key)
            CALLER.set(self._limits.caller(request, key))
        if request.scope["method"] in SAFE:
            return receive
        body = await checked_body(request, receive, self._settings)
        return body if isinstance(body, Response) else replay_body(body, receive)


class _Sending:
    """A `send` that adds headers to a response, compresses it if it is long, and knows its status."""

    __slots__ = ("_app", "_headers", "_packing", "_packs", "_send", "_start", "status")

    def __init__(self, app: ASGIApp, send: Send, headers: Iterable[tuple[bytes, bytes]], *, packs: bool) -> None:
        self._app, self._send, self._headers, self._packs = app, send, headers, packs
        self._start: Message | None = None
        self._packing: IdentityResponder | None = None
        self.status = 0
        """The status of the response, once its start is sent."""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            # It waits for the first part of the body, whose length decides whether the response is compressed.
            self._start = message
        elif self._packing:
            await self._packing.send_with_compression(message)
        elif self._start:
            await self._begin(self._start, message)
        else:
            await self._send(message)

    async def _begin(self, start: Message, message: Message) -> None:
        """Send the start of the response, and the first part of its body."""
        self._start, self.status = None, start["status"]
        headers = [*start.get("headers", ()), *self._headers]
        if not any(name == NO_STORE[0] for name, _ in start.get("headers", ())):
            headers.append(NO_STORE)
        send, body = self._send, message.get("body", b"")
        if message.get("more_body") or len(body) >= PACKED_SIZE:
            if _JSON in headers and not message.get("more_body") and len(body) < THREAD_SIZE:
                # Most long responses, for which Starlette takes longer.
                headers.append(_VARY)
                if self._packs:
                    body = _packed(body)
                    message = {**message, "body": body}
                    headers = [*(header for header in headers if header[0] != b"content-length"), _PACKED]
                    headers.append((b"content-length", b"%d" % len(body)))
            else:
                packing = GZipResponder(self._app, PACKED_SIZE, PACKED_LEVEL) if self._packs else None
                self._packing = packing or IdentityResponder(self._app, PACKED_SIZE)
                self._packing.send = self._send
                send = self._packing.send_with_compression
        await send({**start, "headers": headers})
        await send(message)


def _packed(body: bytes) -> bytes:
    """The body compressed with gzip."""
    packing = zlib.compressobj(PACKED_LEVEL, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    return packing.compress(body) + packing.flush()
