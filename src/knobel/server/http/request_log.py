"""Logs of the server, for people or for programs, and the middleware that logs and counts every request."""

import json
import logging
import secrets
import sys
import time
from types import TracebackType
from typing import Any

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from knobel.server.http.metrics import GONE, Metrics
from knobel.server.http.responses import error_response

LOG = logging.getLogger("knobel.server")
LEVELS = {"json": logging.INFO, "plain": logging.INFO, "quiet": logging.WARNING}
_METHODS = ("GET", "POST", "DELETE", "HEAD", "OPTIONS")
_QUIET = ("/healthz", "/readyz", "/metrics")
"""What machines ask all day; it is counted, but not logged."""
STREAMS = ("/api/tables/{table}/events", "/api/events")
"""What lasts as long as somebody follows."""


def log_event(event: str, level: int = logging.INFO, **facts: object) -> None:
    """Write a line to the log."""
    if LOG.isEnabledFor(level):
        LOG.log(level, event, extra={"facts": facts})


def trace(error: BaseException) -> list[str]:
    """Where an error came from; its message is left out, for it may repeat what somebody sent."""
    found: list[str] = []
    at: TracebackType | None = error.__traceback__
    while at:
        code = at.tb_frame.f_code
        found.append(f"{code.co_filename}:{at.tb_lineno} {code.co_name}")
        at = at.tb_next
    return found[-12:]


class PlainFormatter(logging.Formatter):
    """Lines for people."""

    def format(self, record: logging.LogRecord) -> str:
        """`12:30:15 request method=GET …`."""
        facts = " ".join(f"{name}={value}" for name, value in _facts(record).items())
        return f"{time.strftime('%H:%M:%S', time.localtime(record.created))} {record.getMessage()} {facts}".rstrip()


class JsonFormatter(logging.Formatter):
    """Lines for programs, one object each."""

    def format(self, record: logging.LogRecord) -> str:
        """The line as JSON."""
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"
        line: dict[str, Any] = {"time": at, "level": record.levelname.lower(), "event": record.getMessage()}
        return json.dumps(line | _facts(record), ensure_ascii=True, default=str)


def _facts(record: logging.LogRecord) -> dict[str, Any]:
    facts: dict[str, Any] = dict(getattr(record, "facts", {}))
    if record.exc_info and record.exc_info[1]:
        error = record.exc_info[1]
        facts |= {"error": type(error).__name__, "trace": trace(error)}
    return facts


def write_logs(kind: str) -> None:
    """Send all lines of the server, and of uvicorn, to the standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if kind == "json" else PlainFormatter())
    for name in ("knobel.server", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(LEVELS[kind])
    # Requests are logged by our own middleware, with less in it.
    logging.getLogger("uvicorn.access").handlers = []
    logging.getLogger("uvicorn.access").propagate = False


class CutOff(Exception):
    """A response that has begun cannot be completed: the connection is closed, and the client tries again."""


class RequestLog:
    """Middleware that logs and counts requests, and answers what breaks; of a path it notes only the pattern."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and log what comes of it."""
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
        except CutOff:
            # The server closes the connection of an answer that is not complete.
            pass
        except Exception as error:  # noqa: BLE001 - whatever it is, somebody waits for an answer
            response = self.broken(error)
            if not status:
                await response(scope, receive, send_watched)
        finally:
            self.count(scope, status, time.perf_counter() - began)

    def broken(self, error: Exception) -> Response:
        """Note a fault of the server; what is answered."""
        number = secrets.token_hex(4)
        self._metrics.broken.inc()
        log_event("broken", logging.ERROR, number=number, error=type(error).__name__, trace=trace(error))
        words = f"something broke here, and it is not your fault; it is noted as {number}"
        return error_response("broken", words, {"number": number})

    def count(self, scope: Scope, status: int, seconds: float) -> None:
        """Count and log a request that was answered, or whose client has gone."""
        route = route_of(scope)
        method = scope["method"] if scope["method"] in _METHODS else "other"
        shown = str(status) if status else GONE
        self._metrics.note(method, route, shown, None if route in STREAMS else seconds)
        if route not in _QUIET and LOG.isEnabledFor(logging.INFO):
            log_event("request", method=method, route=route, status=int(shown), ms=round(seconds * 1000, 1))


def route_of(scope: Scope) -> str:
    """The pattern of the path that answered; the path itself may name a table."""
    path = getattr(scope.get("route"), "path", None)
    return str(path) if path else "none"
