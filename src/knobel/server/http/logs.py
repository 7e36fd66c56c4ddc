"""Logs: a line for each thing that happened, for people or for programs, without anything that is somebody's own."""

import json
import logging
import sys
import time
from types import TracebackType
from typing import Any

LOG = logging.getLogger("knobel.server")


def told(event: str, level: int = logging.INFO, **facts: object) -> None:
    """Write a line."""
    LOG.log(level, event, extra={"facts": facts})


def trace(error: BaseException) -> list[str]:
    """Where an error came from; its own words are left out, for they may repeat what somebody sent."""
    found: list[str] = []
    at: TracebackType | None = error.__traceback__
    while at:
        code = at.tb_frame.f_code
        found.append(f"{code.co_filename}:{at.tb_lineno} {code.co_name}")
        at = at.tb_next
    return found[-12:]


class Plain(logging.Formatter):
    """Lines for people."""

    def format(self, record: logging.LogRecord) -> str:
        """`12:30:15 request method=GET …`."""
        facts = " ".join(f"{name}={value}" for name, value in _facts(record).items())
        return f"{time.strftime('%H:%M:%S', time.localtime(record.created))} {record.getMessage()} {facts}".rstrip()


class Json(logging.Formatter):
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


LEVELS = {"json": logging.INFO, "plain": logging.INFO, "quiet": logging.WARNING}


def write_logs(kind: str) -> None:
    """Send all lines of the server, and of the program that carries it, to the standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if kind == "json" else Plain())
    for name in ("knobel.server", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(LEVELS[kind])
    # Every request is told by us already, with less in it.
    logging.getLogger("uvicorn.access").handlers = []
    logging.getLogger("uvicorn.access").propagate = False
