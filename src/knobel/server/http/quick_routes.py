"""A fast path past FastAPI and the middleware for the two most frequent routes: commands, and reading a table."""

import re
import time
import zlib
from types import SimpleNamespace

from pydantic import ValidationError
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from knobel.answers.tables import with_time
from knobel.core.errors import KnobelError
from knobel.server.http.identity import key_of
from knobel.server.http.middleware import (
    NO_STORE,
    checked_body,
    host_of,
    known_hosts,
    replay_body,
    safety_headers,
)
from knobel.server.http.models.requests import SendCommand
from knobel.server.http.rate_limits import ADMITTED, RateLimits
from knobel.server.http.request_log import RequestLog
from knobel.server.http.responses import response_to
from knobel.server.http.routes.tables import do_command
from knobel.server.http.settings import Settings
from knobel.server.live.service import Service, now

PACKED_SIZE, PACKED_LEVEL = 1400, 4
"""The size in bytes from which responses are compressed, and the compression level."""
_PATH = re.compile(r"/api/tables/(?P<table>[a-z0-9]{1,32})(?P<commands>/commands)?")
_ROUTES = {
    "GET": SimpleNamespace(path="/api/tables/{table}"),
    "POST": SimpleNamespace(path="/api/tables/{table}/commands"),
}
"""The routes as the request log names them, by method."""
_JSON = (b"content-type", b"application/json")
_VARY = (b"vary", b"Accept-Encoding")
_PACKED = (b"content-encoding", b"gzip")


class _Odd(Exception):
    """The body of a command is invalid; FastAPI explains what is wrong with it."""

    def __init__(self, body: bytes) -> None:
        self.body = body


class QuickRoutes:
    """Middleware that answers the two routes itself, without FastAPI and the other middleware, which take longer.

    Unusual or invalid requests are passed on to FastAPI, which also writes their error messages.
    """

    def __init__(
        self, rest: ASGIApp, service: Service, settings: Settings, limits: RateLimits, log: RequestLog
    ) -> None:
        self._rest, self._service, self._settings, self._limits, self._log = rest, service, settings, limits, log
        self._hosts = known_hosts(settings.hosts) if settings.hosts else None
        self._headers = [NO_STORE, *safety_headers(https=settings.https)]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request of these routes, or pass it on."""
        found = _PATH.fullmatch(scope["path"])
        if not found or scope["method"] != ("POST" if found["commands"] else "GET"):
            await self._rest(scope, receive, send)
            return
        request = HTTPConnection(scope)
        key = key_of(request)
        if not key or (self._hosts and host_of(request) not in self._hosts):
            await self._rest(scope, receive, send)
            return
        scope["route"] = _ROUTES[scope["method"]]
        began, status = time.perf_counter(), 0
        try:
            answer = await self._answer(found["table"], key, request, receive)
            status = answer.status_code if isinstance(answer, Response) else 200
            await self._send(answer, status, request, send)
        except _Odd as odd:
            scope[ADMITTED] = True
            await self._rest(scope, replay_body(odd.body, receive), send)
            return
        except ConnectionError:
            # The client has disconnected.
            pass
        self._log.count(scope, status, time.perf_counter() - began)

    async def _answer(self, table: str, key: str, request: HTTPConnection, receive: Receive) -> Response | bytes:
        """The body of the response, or a whole response if it is an error."""
        try:
            self._limits.admit(request, key)
            if request.scope["method"] == "GET":
                self._service.check_started()
                return with_time(await self._service.view_json(table, key), now())
            body = await checked_body(request, receive, self._settings)
            if isinstance(body, Response):
                return body
            try:
                command = SendCommand.model_validate_json(body)
            except ValidationError:
                raise _Odd(body) from None
            self._service.check_started()
            return await do_command(table, command, key, self._service)
        except KnobelError as error:
            return response_to(error)
        except (_Odd, ConnectionError):
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, somebody waits for an answer
            return self._log.broken(error)

    async def _send(self, answer: Response | bytes, status: int, request: HTTPConnection, send: Send) -> None:
        if isinstance(answer, Response):
            body, headers = bytes(answer.body), [*answer.raw_headers]
        else:
            body, headers = answer, [_JSON]
            if len(body) >= PACKED_SIZE:
                headers.append(_VARY)
                if "gzip" in request.headers.get("accept-encoding", ""):
                    headers.append(_PACKED)
                    body = _packed(body)
            headers.append((b"content-length", b"%d" % len(body)))
        await send({"type": "http.response.start", "status": status, "headers": [*headers, *self._headers]})
        await send({"type": "http.response.body", "body": body})


def _packed(body: bytes) -> bytes:
    """The body compressed with gzip."""
    packer = zlib.compressobj(PACKED_LEVEL, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    return packer.compress(body) + packer.flush()
