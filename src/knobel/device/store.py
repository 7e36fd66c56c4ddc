"""The store of a device: setup, keys and log of each table."""

import json
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from knobel.scene.model import compact
from knobel.tables.keys import SeatKey
from knobel.tables.log import LogEntry
from knobel.tables.setup import Setup
from knobel.tables.table import Table


class Store(Protocol):
    """The storage of a device; all values are JSON."""

    async def read(self, table: str) -> str | None:
        """A stored table: its `head`, and its `log` as rows; None if there is none of this name."""

    async def heads(self) -> str:
        """The heads of all tables."""

    async def write(self, changes: str) -> bool:
        """Store all of these `Changes`, or none: False on a conflict with another window."""

    async def erase(self) -> None:
        """Delete all tables."""


@dataclass(frozen=True, slots=True)
class Changes:
    """A new or changed table: the number after which its log grows, the new rows, and its new head."""

    table: str
    after: int | None
    """The last number of the log before; None for a new table."""
    log: list[tuple[Any, ...]]
    head: dict[str, Any]


def head(table: Table, asked: str | None, updated: int, told: dict[str, Any]) -> dict[str, Any]:
    """Everything stored of a table except its log, with the summary `told` in lists."""
    setup = {**asdict(table.setup), "options": dict(table.setup.options)}
    if table.setup.secret:
        setup["secret"] = table.setup.secret.hex()
    return {
        "table": table.setup.table,
        "seq": table.seq,
        "setup": setup,
        "keys": [[one.seat, one.hashed, one.ticket] for one in table.seat_keys],
        "asked": asked,
        "updated": updated,
        "summary": told,
    }


def written(changes: list[Changes]) -> str:
    """Changes as JSON for a store."""
    return compact([asdict(one) for one in changes])


@dataclass(frozen=True, slots=True)
class Kept:
    """A stored table."""

    setup: Setup
    keys: tuple[SeatKey, ...]
    log: tuple[LogEntry, ...]
    asked: str | None

    @classmethod
    def read(cls, text: str) -> "Kept":
        """Parse the JSON of a stored table."""
        found = json.loads(text)
        about = found["head"]
        secret = about["setup"]["secret"]
        return cls(
            Setup(**{**about["setup"], "secret": bytes.fromhex(secret) if secret else None}),
            tuple(SeatKey(*one) for one in about["keys"]),
            tuple(LogEntry(*row) for row in found["log"]),
            about["asked"],
        )

    def table(self) -> Table:
        """The table, replayed from its log."""
        return Table(self.setup, self.keys).read(self.log)
