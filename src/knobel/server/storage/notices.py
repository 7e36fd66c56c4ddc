"""Notices: what a worker tells the others through NOTIFY of PostgreSQL, in the statement that writes it."""

import json
from collections.abc import Callable, Sequence

from sqlalchemy import Connection, text

from knobel.tables.log import LogEntry

CHANNEL = "knobel"
News = tuple[str, Sequence[LogEntry]]
"""A table, and its new log entries; none if it was deleted."""
_MOST_CHARACTERS = 7500
"""Characters of a notice; PostgreSQL takes a little more."""
_TELL = text("SELECT pg_notify(:channel, :notice)")


def written(origin: str, news: News) -> str:
    """A notice: the worker it comes from, a table, and its new log entries if PostgreSQL can carry them."""
    table, entries = news
    notice = f"{origin} {table} {json.dumps([entry.stored() for entry in entries])}"
    return notice if len(notice) <= _MOST_CHARACTERS else f"{origin} {table} []"


def read(notice: str, reader: str, concerns: Callable[[str], bool]) -> News | None:
    """What a notice tells; nothing to the worker that it comes from, or whom the table does not concern."""
    origin, table, told = notice.split(" ", 2)
    if origin == reader or not concerns(table):
        return None
    return table, [LogEntry(*entry) for entry in json.loads(told)]


def tell(connection: Connection, notice: str) -> None:
    """Send a notice when this transaction is committed."""
    connection.execute(_TELL, {"channel": CHANNEL, "notice": notice})
