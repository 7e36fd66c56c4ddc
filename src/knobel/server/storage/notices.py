"""Notices: what a worker tells the others with NOTIFY of PostgreSQL, in the transaction that writes it."""

import json
from collections.abc import Callable, Sequence

from sqlalchemy import Connection, text

from knobel.tables.log import LogEntry

CHANNEL = "knobel"
News = tuple[str, Sequence[LogEntry]]
"""A table, and its new log entries; none if it was deleted."""
_MOST_CHARACTERS = 7500
"""The most characters of a notice, a little less than PostgreSQL allows."""
_NOTIFY = text("SELECT pg_notify(:channel, :notice)")


def encode(origin: str, news: News) -> str:
    """The text of a notice: the sending worker, a table, and its new log entries unless they are too long."""
    table, entries = news
    notice = f"{origin} {table} {json.dumps([entry.stored() for entry in entries])}"
    return notice if len(notice) <= _MOST_CHARACTERS else f"{origin} {table} []"


def read(notice: str, reader: str, concerns: Callable[[str], bool]) -> News | None:
    """Parse a notice; None if it is the worker's own, or the table does not concern it."""
    origin, table, entries = notice.split(" ", 2)
    if origin == reader or not concerns(table):
        return None
    return table, [LogEntry(*entry) for entry in json.loads(entries)]


def send(connection: Connection, notice: str) -> None:
    """Send a notice when this transaction is committed."""
    connection.execute(_NOTIFY, {"channel": CHANNEL, "notice": notice})
