"""The store of a device: for each table its setup, the keys to its seats, and its log."""

import json
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from knobel.scene.model import compact
from knobel.tables.keys import SeatKey
from knobel.tables.log import LogEntry
from knobel.tables.setup import Setup
from knobel.tables.table import Table


class Store(Protocol):
    """Where a device keeps its tables; whatever goes in and comes out is JSON."""

    async def read(self, table: str) -> str | None:
        """A table that is kept: its `head`, and its `log` as rows; None if there is none of this name."""

    async def heads(self) -> str:
        """The heads of all tables."""

    async def write(self, changes: str) -> bool:
        """Keep all of these `Changes`, or none: False if a table is not as it was when they were made."""

    async def erase(self) -> None:
        """Forget all tables."""


@dataclass(frozen=True, slots=True)
class Changes:
    """A table that is new or has changed: from which number on its log grows, by which rows, and its head then."""

    table: str
    after: int | None
    """The last number of the log before; None for a table that is new."""
    log: list[tuple[Any, ...]]
    head: dict[str, Any]


def head(table: Table, asked: str | None, updated: int, told: dict[str, Any]) -> dict[str, Any]:
    """All that is kept of a table beside its log, with what is `told` of it in a list."""
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
    """Changes as a store takes them."""
    return compact([asdict(one) for one in changes])


@dataclass(frozen=True, slots=True)
class Kept:
    """A table as it is kept."""

    setup: Setup
    keys: tuple[SeatKey, ...]
    log: tuple[LogEntry, ...]
    asked: str | None

    @classmethod
    def read(cls, text: str) -> "Kept":
        """A table as a store gives it."""
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
        """The table that its log tells of."""
        return Table(self.setup, self.keys).read(self.log)
