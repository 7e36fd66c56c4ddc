"""Rows of the log: each is an entry, or the entries of an imported record that were added together.

A row for each of thousands of short entries would take ten times their length.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from knobel.tables.log import LogEntry

_MOST_LINES = 500
"""The most entries in a row, so that whoever reads the last of many does not read them all."""


def rows_of(entries: Iterable[LogEntry]) -> list[tuple[Any, ...]]:
    """The rows of entries that follow each other: values of their stored fields, in order.

    A row of several entries has a line for each, and the number of the last: readers ask for what came after a number.
    """
    rows: list[tuple[Any, ...]] = []
    for common, run in groupby(entries, key=_common):
        several = list(run)
        size = 1 if common is None else _MOST_LINES
        for first in range(0, len(several), size):
            part = several[first : first + size]
            _, kind, _, *others = part[-1].stored()
            rows.append((part[-1].seq, kind, "\n".join(entry.text for entry in part), *others))
    return rows


def entries_of(rows: Iterable[Sequence[Any]], after: int = 0) -> list[LogEntry]:
    """The entries of rows that come after a number."""
    entries: list[LogEntry] = []
    for row in rows:
        seq, kind, text, *others = row
        if "\n" not in text:
            entries.append(LogEntry(*row))
            continue
        lines = text.split("\n")
        numbered = enumerate(lines, seq - len(lines) + 1)
        entries += [LogEntry(number, kind, line, *others) for number, line in numbered if number > after]
    return entries


def _common(entry: LogEntry) -> int | None:
    """What entries in one row have in common: their time, if they are those of an import; None for all others."""
    imported = entry.kind == "entry" and entry.seat is None and entry.key is None and entry.request is None
    return entry.at if imported else None
