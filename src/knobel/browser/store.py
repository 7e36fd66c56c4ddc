"""Tables as a browser stores them: setup, keys and log of each, as JSON."""

import json
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from knobel.core.errors import with_text
from knobel.scene.model import compact
from knobel.tables.errors import NoSpace
from knobel.tables.keys import SeatKey
from knobel.tables.log import LogEntry
from knobel.tables.setup import Setup
from knobel.tables.table import Table


class Store(Protocol):
    """The storage of a browser; all values are JSON."""

    async def read(self, table: str) -> str | None:
        """A stored table: its `head`, and its `log` as rows; None if there is none of this name."""

    async def heads(self) -> str:
        """The heads of all tables."""

    async def write(self, changes: str) -> bool:
        """Store all of these `Changes`, or none: False on a conflict with another window."""

    async def erase(self) -> None:
        """Delete all tables."""


class IndexedStore:
    """A store in IndexedDB, through the functions of `web/src/device/store.ts`."""

    def __init__(self, functions: Any) -> None:
        self._functions = functions

    async def read(self, table: str) -> str | None:
        """The stored table."""
        text: str | None = await self._functions.read(table)
        return text

    async def heads(self) -> str:
        """The heads of all tables."""
        text: str = await self._functions.heads()
        return text

    async def write(self, changes: str) -> bool:
        """Store all changes or none; raises NoSpace if the storage is full."""
        result = await self._functions.write(changes)
        if result == "full":
            raise with_text(
                NoSpace("the game cannot be saved on this device; free some storage, or allow the page to store data"),
                "device.full",
            )
        return bool(result == "kept")

    async def erase(self) -> None:
        """Delete all tables."""
        await self._functions.erase()


@dataclass(frozen=True, slots=True)
class Changes:
    """A new or changed table: the number after which its log grows, the new rows, and its new head."""

    table: str
    after: int | None
    """The last number of the log before; None for a new table."""
    log: list[tuple[Any, ...]]
    head: dict[str, Any]


def head(table: Table, request_hash: str | None, updated: int, summary: dict[str, Any]) -> dict[str, Any]:
    """Everything stored of a table except its log, with its summary in lists."""
    setup = {**asdict(table.setup), "options": dict(table.setup.options)}
    if table.setup.secret:
        setup["secret"] = table.setup.secret.hex()
    return {
        "table": table.setup.table,
        "seq": table.seq,
        "setup": setup,
        "keys": [[seat_key.seat, seat_key.hashed, seat_key.ticket] for seat_key in table.seat_keys],
        # The names of fields stay as they are: games on people's devices have them.
        "asked": request_hash,
        "updated": updated,
        "summary": summary,
    }


def changes_json(changes: list[Changes]) -> str:
    """Changes as JSON for a store."""
    return compact([asdict(one) for one in changes])


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A stored table."""

    setup: Setup
    keys: tuple[SeatKey, ...]
    log: tuple[LogEntry, ...]
    request_hash: str | None

    @classmethod
    def read(cls, text: str) -> "StoredTable":
        """Parse the JSON of a stored table."""
        values = json.loads(text)
        about = values["head"]
        secret = about["setup"]["secret"]
        return cls(
            Setup(**{**about["setup"], "secret": bytes.fromhex(secret) if secret else None}),
            tuple(SeatKey(*one) for one in about["keys"]),
            tuple(LogEntry(*row) for row in values["log"]),
            about["asked"],
        )

    def table(self) -> Table:
        """The table, replayed from its log."""
        return Table(self.setup, self.keys).read(self.log)
