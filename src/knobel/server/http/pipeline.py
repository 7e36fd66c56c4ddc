"""The pipeline of every request: checks before it is answered; headers, compression and a log line after it."""

import time
import zlib
from collections.abc import Iterable

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from knobel.server.http.checks import NO_STORE, checked_body, host_of, known_hosts, replay_body, safety_headers
from knobel.server.http.identity import key_of
from knobel.server.http.rate_limits import RateLimits
from knobel.server.http.request_log import CutOff, RequestLog
from knobel.server.http.responses import RateLimited, error_response, response_to
from knobel.server.http.settings import Settings

SAFE = ("GET", "HEAD", "OPTIONS")
PACKED_SIZE, PACKED_LEVEL = 1400, 4
"""The size in bytes from which responses are compressed, and the compression level."""
_VARY, _PACKED = (b"vary", b"Accept-Encoding"), (b"content-encoding", b"gzip")
_PACKED_ALREADY = (b"image/png", b"image/webp", b"image/jpeg", b"font/", b"application/wasm", b"application/zip")


class Pipeline:
    """Middleware around the application: the only one, so that a request costs little before it is answered."""

    def __init__(self, app: ASGIApp, settings: Settings, limits: RateLimits, log: RequestLog) -> None:
        self._app, self._settings, self._limits, self._log = app, settings, limits, log
        self._hosts = known_hosts(settings.hosts) if settings.hosts else None
        self._safety = safety_headers(https=settings.https)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, let the application answer it, and log it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request, began = HTTPConnection(scope), time.perf_counter()
        sending = _Sending(send, self._safety, packs="gzip" in request.headers.get("accept-encoding", ""))
        try:
            checked = await self._checked(request, receive)
            if isinstance(checked, Response):
                await checked(scope, receive, sending)
            else:
                await self._app(scope, checked, sending)
        except (ConnectionError, CutOff):
            # The client has disconnected, or uvicorn closes the connection of an incomplete response.
            pass
        except Exception as error:  # noqa: BLE001 - whatever it is, somebody waits for an answer
            broken = self._log.broken(error)
            if not sending.status:
                await broken(scope, receive, sending)
        finally:
            self._log.count(scope, sending.status, time.perf_counter() - began)

    async def _checked(self, request: HTTPConnection, receive: Receive) -> Response | Receive:
        """The error response to a request that is refused, or how to receive it."""
        if self._hosts and host_of(request) not in self._hosts:
            return error_response("bad_host", "this server is not known by that name; --allowed-host adds one")
        if request.scope["path"].startswith("/api/"):
            try:
                self._limits.admit(request, key_of(request))
            except RateLimited as error:
                return response_to(error)
        if request.scope["method"] in SAFE:
            return receive
        body = await checked_body(request, receive, self._settings)
        return body if isinstance(body, Response) else replay_body(body, receive)


class _Sending:
    """A `send` that adds headers to a response, compresses it if it is sent in one piece, and knows its status."""

    __slots__ = ("_packs", "_safety", "_send", "_start", "status")

    def __init__(self, send: Send, safety: Iterable[tuple[bytes, bytes]], *, packs: bool) -> None:
        self._send, self._safety, self._packs = send, safety, packs
        self._start: Message | None = None
        self.status = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status, self._start = message["status"], message
            return
        if self._start is not None:
            message = await self._begin(self._start, message)
        await self._send(message)

    async def _begin(self, start: Message, message: Message) -> Message:
        """Send the start of the response, now that its first part is known; that part, maybe compressed."""
        self._start = None
        headers = list(start.get("headers", ()))
        names = {name for name, _ in headers}
        body = message.get("body", b"")
        if len(body) >= PACKED_SIZE and not message.get("more_body") and _packable(headers, names):
            headers.append(_VARY)
            if self._packs:
                body = _packed(body)
                headers = [one for one in headers if one[0] != b"content-length"]
                headers += [_PACKED, (b"content-length", b"%d" % len(body))]
                message = {**message, "body": body}
        if b"cache-control" not in names:
            headers.append(NO_STORE)
        await self._send({**start, "headers": [*headers, *self._safety]})
        return message


def _packable(headers: Iterable[tuple[bytes, bytes]], names: set[bytes]) -> bool:
    """Whether a response is worth compressing."""
    if b"content-encoding" in names:
        return False
    return not any(name == b"content-type" and value.startswith(_PACKED_ALREADY) for name, value in headers)


def _packed(body: bytes) -> bytes:
    """The body compressed with gzip."""
    packer = zlib.compressobj(PACKED_LEVEL, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    return packer.compress(body) + packer.flush()
