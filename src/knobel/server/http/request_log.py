"""Logging of the server, as text or JSON, and the middleware that logs and counts every request."""

import json
import logging
import secrets
import sys
import time
from types import TracebackType
from typing import Any

from starlette.responses import Response
from starlette.types import Scope

from knobel.server.http.metrics import GONE, Metrics, NoMetrics
from knobel.server.http.responses import error_response

LOG = logging.getLogger("knobel.server")
LEVELS = {"json": logging.INFO, "plain": logging.INFO, "quiet": logging.WARNING}
_METHODS = ("GET", "POST", "DELETE", "HEAD", "OPTIONS")
_QUIET = ("/healthz", "/readyz", "/metrics")
"""Paths that monitoring polls; they are counted, but not logged."""
STREAMS = ("/api/tables/{table}/events", "/api/events")
"""Routes of streams, whose duration says nothing."""


def log_event(event: str, level: int = logging.INFO, **facts: object) -> None:
    """Write a structured line to the log."""
    if LOG.isEnabledFor(level):
        LOG.log(level, event, extra={"facts": facts})


def trace(error: BaseException) -> list[str]:
    """The traceback of an error as lines; its message is left out, for it may repeat user input."""
    lines: list[str] = []
    at: TracebackType | None = error.__traceback__
    while at:
        code = at.tb_frame.f_code
        lines.append(f"{code.co_filename}:{at.tb_lineno} {code.co_name}")
        at = at.tb_next
    return lines[-12:]


class PlainFormatter(logging.Formatter):
    """Log lines as text."""

    def format(self, record: logging.LogRecord) -> str:
        """A log line as text, such as `12:30:15 request method=GET …`."""
        facts = " ".join(f"{name}={value}" for name, value in _facts(record).items())
        return f"{time.strftime('%H:%M:%S', time.localtime(record.created))} {record.getMessage()} {facts}".rstrip()


class JsonFormatter(logging.Formatter):
    """Log lines as JSON, one object each."""

    def format(self, record: logging.LogRecord) -> str:
        """A log line as JSON."""
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
    """Send the logs of the server and of uvicorn to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if kind == "json" else PlainFormatter())
    for name in ("knobel.server", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(LEVELS[kind])
    # Our own middleware logs requests, with less personal data.
    logging.getLogger("uvicorn.access").handlers = []
    logging.getLogger("uvicorn.access").propagate = False


class CutOff(Exception):
    """A response that has begun cannot be completed: the connection is closed, and the client retries."""


class RequestLog:
    """Logs and counts requests by route pattern, and unexpected errors."""

    def __init__(self, metrics: Metrics | NoMetrics) -> None:
        self._metrics = metrics

    def broken(self, error: Exception) -> Response:
        """Log and count an unexpected error; the error response."""
        number = secrets.token_hex(4)
        self._metrics.count_fault()
        log_event("broken", logging.ERROR, number=number, error=type(error).__name__, trace=trace(error))
        words = f"the server failed, it is not your fault; the error is logged as {number}"
        return error_response("broken", words, {"number": number})

    def count(self, scope: Scope, status: int, seconds: float) -> None:
        """Count and log a request that was answered, or whose client disconnected."""
        route = route_of(scope)
        method = scope["method"] if scope["method"] in _METHODS else "other"
        shown = str(status) if status else GONE
        self._metrics.note(method, route, shown, None if route in STREAMS else seconds)
        if route not in _QUIET and LOG.isEnabledFor(logging.INFO):
            log_event("request", method=method, route=route, status=int(shown), ms=round(seconds * 1000, 1))


def route_of(scope: Scope) -> str:
    """The pattern of the route that answered; the path itself may contain the name of a table."""
    path = getattr(scope.get("route"), "path", None)
    return str(path) if path else "none"
