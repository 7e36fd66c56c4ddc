"""The watch: counts and tells every request, and answers for what breaks."""

import logging
import secrets
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from knobel.server.http.errors import refusal
from knobel.server.http.logs import told, trace
from knobel.server.http.metrics import Metrics

_METHODS = ("GET", "POST", "DELETE", "HEAD", "OPTIONS")
_QUIET = ("/healthz", "/readyz", "/metrics")
"""What machines ask all day; it is counted, but not told."""
EVENTS = "/api/tables/{table}/events"


class Watch:
    """Sees what came and what was answered; of a path only its pattern, of a person nothing."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and watch what comes of it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status = 0

        async def send_watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        began = time.perf_counter()
        try:
            await self._app(scope, receive, send_watched)
        except Exception as error:  # noqa: BLE001 - whatever it is, somebody waits for an answer
            number = secrets.token_hex(4)
            self._metrics.broken.inc()
            told("broken", logging.ERROR, number=number, error=type(error).__name__, trace=trace(error))
            if not status:
                words = f"something broke here, and it is not your fault; it is noted as {number}"
                await refusal("broken", words, {"number": number})(scope, receive, send_watched)
        finally:
            self._count(scope, status, time.perf_counter() - began)

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        route = route_of(scope)
        method = scope["method"] if scope["method"] in _METHODS else "other"
        # A client that has gone before it was answered.
        shown = str(status or 499)
        self._metrics.requests.labels(method, route, shown).inc()
        if status >= 400:
            self._metrics.refused.labels(shown).inc()
        if route != EVENTS:
            self._metrics.seconds.labels(route).observe(seconds)
        if route not in _QUIET:
            told("request", method=method, route=route, status=int(shown), ms=round(seconds * 1000, 1))


def route_of(scope: Scope) -> str:
    """The pattern of the path that answered; the path itself may name a table."""
    path = getattr(scope.get("route"), "path", None)
    return str(path) if path else "none"
